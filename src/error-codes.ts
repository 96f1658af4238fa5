/**
 * All error codes. The first word says where the error happened: `adapter` (between the page and the partner's backend), `handler` (in
 * the backend), `upstream` (between the backend and the service), `script` and `widget` (the service's script on the page), `config`
 * (the developer's settings).
 *
 * `docs/troubleshooting.md` is made from the comments: the meaning, the cause, what to do, and whom it concerns.
 */
export type LendingErrorCode =
  /**
   * The browser is offline. The applicant can try again.
   * To do (the applicant): nothing. The answers stay on the page, and the applicant can try again.
   */
  | 'adapter-offline'
  /**
   * The backend did not answer within the time limit of the adapter.
   * Cause: the backend, or one of the functions that you gave the handler, is slow. A proxy may hold the answer back.
   * To do (back end, operations): look for slow requests in your log. Each of your functions has 10 seconds (`hookTimeoutMs`). If your
   * backend needs longer, raise `timeoutMs` in `createAdapter()`.
   */
  | 'adapter-timeout'
  /**
   * The backend could not be reached: it is down, its address is wrong, or the network or CORS blocks the call.
   * Cause: no answer arrived that the browser lets the page read.
   * To do (front end, operations): open `<endpoint>/session` in the browser. If it does not answer, start the backend or correct
   * `endpoint`. If it redirects to a sign-in page, exclude the path from the redirect. A backend on another origin needs `origins` in
   * `createHandler()` and `createAdapter({ endpoint, crossOrigin: true })`.
   */
  | 'adapter-unreachable'
  /**
   * A server or a route in front of the handler answered, for example with an HTML page.
   * Cause: a web server, a router or a firewall answers under the path of the handler, or changes its answers.
   * To do (back end, operations): mount the handler at the path of `endpoint`, before a route that matches every path. Let proxies pass
   * the header `x-lending-elements`, all methods and bodies of the largest document.
   */
  | 'adapter-unexpected-answer'
  /**
   * The handler has no route at this path. Its option `path` may differ from the path where it is mounted.
   * Cause: the handler is mounted at one path, and its option `path` names another one. The page's `endpoint` may be wrong too.
   * To do (back end): use the same path three times: where you mount the handler, in `createHandler({ path })` and in the attribute
   * `endpoint`. A framework that removes the mount path from the address must pass the whole address.
   */
  | 'handler-not-found'
  /**
   * The route does not accept this HTTP method.
   * Cause: something other than our elements calls the route, for example a bookmark or a health check.
   * To do (back end, operations): send health checks to a route of your own. If our elements report this, a proxy changes the method.
   */
  | 'handler-method'
  /**
   * The request did not come from an allowed page (`Origin`, `Sec-Fetch-Site`, the custom header), or another user opened the page.
   * Cause: the page is on another origin, a proxy changes the host or the protocol, or another tab signed in another user.
   * To do (back end, operations): add the page's origin to `origins`. Behind a proxy that sets `X-Forwarded-*`, use
   * `toNodeListener(handler, { trustProxy: true })`. Let the proxy pass `Origin`, `Sec-Fetch-Site` and `x-lending-elements`.
   */
  | 'handler-forbidden'
  /**
   * `authorize()` returned `null`: nobody is signed in.
   * Cause: the session of your site has ended, or its cookie does not reach the handler.
   * To do (the applicant, back end): offer a link in `slot="sign-in"`. Let your cookie reach the path of the handler and `authorize()`.
   */
  | 'handler-signed-out'
  /**
   * Another user has signed in, or the request is for another business than the one with which the page began. Nothing was done.
   * Cause: another tab signed in another user, or `authorize()` returned another business for the same page.
   * To do (the applicant, back end): nothing: the page offers to load again. If users act for several businesses, set `business` on the
   * element, so that `authorize()` gets the same one with every request of the page.
   */
  | 'handler-other-applicant'
  /**
   * The application was closed after this page was opened, because the applicant began a new one. Nothing was done.
   * Cause: the applicant pressed “Apply again” in another tab or on another device.
   * To do (the applicant): nothing: the page offers to load again, and then shows the new application.
   */
  | 'handler-closed'
  /**
   * An application exists, and it is for a company with another registration number. Nothing was sent.
   * Cause: one user applies for two companies as if they were one business.
   * To do (the applicant, front end, back end): for users who act for several companies, set `business` on the element, and return it
   * from `authorize()`. Each business then has its own application.
   */
  | 'handler-other-company'
  /**
   * The body, the document or the draft is larger than its limit.
   * Cause: the file is larger than `settings.maxDocumentBytes`, the body is larger than 64 KiB, or the draft is.
   * To do (the applicant, back end): nothing for a document: the applicant reads the limit. If the lender accepts larger files, raise
   * `settings.maxDocumentBytes`, and the limit of your proxy with it.
   */
  | 'handler-too-large'
  /**
   * The body does not have the content type that the route expects.
   * Cause: a proxy or a client of yours changed the header `content-type`.
   * To do (back end, operations): pass the header on unchanged. Calls are `application/json`, documents `multipart/form-data`.
   */
  | 'handler-unsupported-type'
  /**
   * The body does not fit the schema. `issues` lists the fields and the reasons.
   * Cause: an answer breaks a rule of the form, the document is damaged, or a client of yours sends something else.
   * To do (the applicant, back end): nothing if an element shows it: the applicant reads which field to correct. In your own client,
   * correct the fields in `issues`. If many applicants meet the same issue, compare `settings` with the lender's rules.
   */
  | 'handler-invalid'
  /**
   * The user has no application yet.
   * Cause: the page asks for offers, but the database has no application of this user and business.
   * To do (the applicant, back end): offer a link in `slot="apply"`. Give the user an application that your backend created:
   * `lending-elements applications settle`.
   */
  | 'handler-not-created'
  /**
   * The request for offers has no valid evidence of consent.
   * Cause: a page of yours asks for offers without `<lending-consent>`, or the applicant has not agreed.
   * To do (front end): show the notice with `<lending-consent>`, and send the evidence that it returns. Nothing can replace it.
   */
  | 'handler-no-consent'
  /**
   * The consent refers to a notice, an application or figures that have changed. The notice must be shown again.
   * Cause: the notice got a new version, or the applicant changed the figures or the documents on another page.
   * To do (the applicant): nothing: `<lending-consent>` shows the new notice. If everybody sees it, give all processes one `notice`.
   */
  | 'handler-consent-stale'
  /**
   * The applicant withdrew the consent after this notice was shown.
   * Cause: the applicant withdrew on another page or device.
   * To do (the applicant): nothing. No request for offers goes out. The applicant can read the notice again and agree.
   */
  | 'handler-consent-withdrawn'
  /**
   * The consent could not be stored, so no call was made.
   * Cause: the disk is full or read-only, the database does not answer, or somebody changed the records of this applicant.
   * To do (operations): see the log, and run `npx lending-elements consents check`. No applicant can get offers until the store works, so
   * let this code wake somebody.
   */
  | 'handler-consent-not-stored'
  /**
   * Another page of this applicant has saved a newer draft.
   * Cause: the applicant typed on two pages or devices.
   * To do (the applicant): nothing: the page asks which answers to keep. In your own client, load the draft and ask.
   */
  | 'handler-draft-conflict'
  /**
   * The saved draft was deleted, or the application was created.
   * Cause: a page that was still open wanted to save after the end of the draft.
   * To do (the applicant): nothing. The page stops saving.
   */
  | 'handler-draft-ended'
  /**
   * Another request is making the same call now.
   * Cause: the applicant pressed the button on two pages, or a repeated request overtook the first one.
   * To do (the applicant): nothing: the element tries again. The handler waits until the call of a stopped process must have ended.
   */
  | 'handler-in-flight'
  /**
   * The user sent too many requests. `retryAfter` says how long to wait.
   * Cause: one user sent more than `limits` allows, or all users have the same subject.
   * To do (the applicant, back end): return a different `subject` for each user in `authorize()`, or raise `limits`.
   */
  | 'handler-too-many'
  /**
   * Something failed in the backend, for example one of your own functions. The log has the cause under `requestId`.
   * Cause: a function of yours or a store threw an error or took longer than `hookTimeoutMs`, or a body parser read the body first.
   * To do (back end): find the `requestId` in your log and correct the cause. Mount the handler before any body parser.
   */
  | 'handler-failed'
  /**
   * The service could not be reached. Nothing was sent.
   * Cause: DNS, a firewall, a proxy for outgoing calls or TLS stops the connection from your backend.
   * To do (operations): run `npx lending-elements doctor` on the machine of the backend. Allow https to the host of `baseUrl`.
   */
  | 'upstream-unreachable'
  /**
   * The service answered that it is unavailable, or the handler has stopped calling it for a moment because it keeps failing.
   * Cause: maintenance or a failure. After failed calls for ten users the handler pauses ten seconds. Or a store in memory is full.
   * To do (the lending service, operations): wait, and look at the service's status page. The handler calls it again by itself.
   */
  | 'upstream-unavailable'
  /**
   * The service answered 429. `retryAfter` says how long to wait.
   * Cause: your key has made more calls than the service allows.
   * To do (the lending service, operations): nothing: the applicant reads how long to wait. If it happens often, ask for a higher limit.
   */
  | 'upstream-busy'
  /**
   * The service did not answer a call in time. The call can be made again.
   * To do (the lending service, operations): nothing at first. If it happens often, compare `calls[].milliseconds` in your log with
   * `timeoutMs` and `uploadTimeoutMs`, and tell the service.
   */
  | 'upstream-timeout'
  /**
   * The service answered with a redirect. The handler does not follow it, because that would send the secret key to another address.
   * Cause: `baseUrl` is an old address of the service, or a proxy redirects your calls.
   * To do (back end): set `LENDING_BASE_URL` to the address that answers without a redirect.
   */
  | 'upstream-redirect'
  /**
   * The service refused the call for a reason that the applicant cannot change: the key, the address or its own records.
   * Cause: the key is wrong or of another environment (401, 403), the address is wrong or the application is of another environment
   * (404), or the company has an application already (409).
   * To do (back end, the lending service): compare `LENDING_SECRET_KEY` and `LENDING_BASE_URL` with the partner dashboard, and run `npx
   * lending-elements doctor`. After a 409, find the application there, and run `npx lending-elements applications settle`.
   */
  | 'upstream-denied'
  /**
   * The service refused the data (400 or 422). `issues` lists the fields of the forms that it named.
   * Cause: the service has a rule that the forms do not know, or your lists differ from the lender's.
   * To do (back end, the lending service): see `calls[].said` in the log. Replace the sample lists in `settings`, and make fields
   * `required` that the lender needs. The applicant can correct the fields that the service named.
   */
  | 'upstream-refused'
  /**
   * The service failed (5xx).
   * To do (the lending service): nothing at first. If it stays, give the service the time, the call and your request id.
   */
  | 'upstream-failed'
  /**
   * The answer of the service does not have the shape of the specification.
   * Cause: `baseUrl` leads to another server, a proxy answers instead of the service, or the service has changed.
   * To do (back end, the lending service): check `LENDING_BASE_URL`, and run `npx lending-elements doctor`, or tell the service.
   */
  | 'upstream-unexpected-body'
  /**
   * Nobody knows whether the service created the application. Nothing is sent again until somebody settles the outcome.
   * Cause: the service timed out, or answered 204, 408 or 5xx, after it got the application.
   * To do (operations, back end): look for the application in the partner dashboard, and run `npx lending-elements applications settle`
   * with its ids, or with `--none` if it certainly does not exist. The applicant then continues with “Check again”.
   */
  | 'outcome-unknown'
  /**
   * The address of a script is not allowed: it does not come from code or from the backend, or it is not https.
   * Cause: a typing error, http, or a script in a `<template>` of the page from an origin that is not in `widget.origins`.
   * To do (front end, back end): use https. Set the script in `createHandler({ widget })`, or add its origin to `widget.origins`.
   */
  | 'script-not-allowed'
  /**
   * The Content-Security-Policy of the page blocked a script. The message names the directive.
   * Cause: the policy does not allow the origin of the widget's script, or inline embed code.
   * To do (front end, operations): compare your policy with the one that `npx lending-elements doctor --csp` prints.
   */
  | 'script-blocked'
  /**
   * The page enforces Trusted Types and does not allow the policy `lending-elements`.
   * Cause: the directive `trusted-types` of the page lists other policies only, or the page loads two files of the library.
   * To do (front end, operations): add `lending-elements` and `lit-html` to `trusted-types`, for two files also `'allow-duplicates'`.
   */
  | 'script-trusted-types'
  /**
   * The browser is offline, so a script could not load.
   * To do (the applicant): nothing. The applicant can try again.
   */
  | 'script-offline'
  /**
   * A script does not match its integrity hash.
   * Cause: the file belongs to another version than the hash, something on the way changed it, or its server sends no CORS headers.
   * To do (front end, operations): take hashes from `integrity.json` of that version. Serve files unchanged, with CORS for other origins.
   */
  | 'script-integrity'
  /**
   * A script could not be loaded: an HTTP error, DNS, the network, or an ad blocker.
   * Cause: the file is not served at its address, a deployment removed it while the page was open, or something on the device blocks it.
   * To do (front end, operations): read the browser's message in the console. Keep the previous version's files after a deployment.
   */
  | 'script-failed'
  /**
   * A script did not load in time.
   * To do (the lending service, operations): nothing at first. `timeoutMs` of `<lending-widget>` changes the limit.
   */
  | 'script-timeout'
  /**
   * A script threw an error while it ran, or is not JavaScript.
   * Cause: an error in the service's script or in the embed code, or a network with a sign-in page answered with that page.
   * To do (the lending service, front end): see the console. If the embed code fails in an empty page too, tell the service.
   */
  | 'script-threw'
  /**
   * A script ran but did not define the global that the settings name.
   * Cause: the name in `handOff.global` has a typing error, or the service has renamed it.
   * To do (back end): compare the name with the embed code in the partner dashboard.
   */
  | 'script-no-global'
  /**
   * A script cannot run twice in one page. The page must be reloaded.
   * Cause: the element was mounted again, and its embed code declares a `const`, `let` or `class` that several scripts share, or that is
   * at the top of an external script, or it imports a module, which a browser runs once and does not load again after a failure.
   * To do (front end): nothing: the element offers to reload the page. `isolation` set to `frame` needs no reload.
   */
  | 'script-runs-once'
  /**
   * The widget reported a failure, or a function of the page threw.
   * Cause: an error in the service's widget, or in a function that the page gave `<lending-widget>`.
   * To do (the lending service, front end): see the cause in the console. If the error is in the widget, tell the service.
   */
  | 'widget-failed'
  /**
   * The widget did not start in time.
   * Cause: a call that starts the widget returned a promise that never settled, or the network is slow.
   * To do (the lending service, front end): see failed requests in the console, or raise `timeoutMs` of `<lending-widget>`.
   */
  | 'widget-timeout'
  /**
   * The widget started but shows nothing.
   * Cause: one of its requests failed, two elements have the same id, a style of the page hides it, or it is meant to appear later.
   * To do (front end, the lending service): check its requests in the browser. Use `{container_id}` for ids in the embed code. If the
   * widget appears later, set `widget.paints` to `false`.
   */
  | 'widget-not-painted'
  /**
   * The page provided no usable access token.
   * Cause: `getToken()` failed, took too long or returned something else than the token.
   * To do (front end, back end): return the token alone: `(await response.json()).access_token`. The console has the cause.
   */
  | 'widget-no-token'
  /**
   * The widget reported that its access token has expired, and then the same of a new one.
   * Cause: `getToken()` returns a stored token, or the clock of your backend is wrong.
   * To do (back end, operations): request a new token for each call of `getToken()`, without a cache. Check the clock.
   */
  | 'widget-token-expired'
  /**
   * Neither the backend nor code configures a widget.
   * Cause: `createHandler()` has no `widget`, or `isolation="frame"` is used without the handler.
   * To do (back end): set `LENDING_WIDGET`, or `createHandler({ widget })`, or the property `widget` of the element.
   */
  | 'widget-not-configured'
  /**
   * An option, attribute, property or environment variable is wrong. The message names it.
   * Cause: a typing error, a missing value or two values that do not fit each other.
   * To do (back end, front end): read the message: it says what to set. `npx lending-elements doctor` checks all values.
   */
  | 'config-invalid';
