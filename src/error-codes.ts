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
   * Cause: the device has lost its network.
   * To do: nothing. The answers stay on the page, and the applicant can try again.
   * Concerns: the applicant.
   */
  | 'adapter-offline'
  /**
   * The backend did not answer within the time limit of the adapter.
   * Cause: the backend, or one of the functions that you gave the handler, is slow. A proxy may hold the answer back.
   * To do: look for slow requests in your log. Each of your functions has 10 seconds (`hookTimeout`). If your backend needs longer,
   * raise `timeout` in `createAdapter()`.
   * Concerns: back end, operations.
   */
  | 'adapter-timeout'
  /**
   * The backend could not be reached: it is down, its address is wrong, or the network or CORS blocks the call.
   * Cause: no answer arrived that the browser lets the page read.
   * To do: open `<endpoint>/session` in the browser. If it does not answer, start the backend or correct `endpoint`. If it redirects to
   * a sign-in page, exclude the path from the redirect. A backend on another origin needs `origins` in `createHandler()` and
   * `createAdapter({ endpoint, crossOrigin: true })`.
   * Concerns: front end, operations.
   */
  | 'adapter-unreachable'
  /**
   * The backend sent an answer that is not from the handler, such as an HTML page. A server or route in front of the handler may have
   * answered.
   * Cause: a web server, a router or a firewall answers under the path of the handler, or changes its answers.
   * To do: mount the handler at the path of `endpoint`, before a route that matches every path. Let proxies pass the header
   * `x-lending-elements`, all methods and bodies of the largest document.
   * Concerns: back end, operations.
   */
  | 'adapter-unexpected-answer'
  /**
   * The handler has no route at this path. Its option `path` may differ from the path where it is mounted.
   * Cause: the handler is mounted at one path, and its option `path` names another one. The page's `endpoint` may be wrong too.
   * To do: use the same path three times: where you mount the handler, in `createHandler({ path })` and in the attribute `endpoint`. A
   * framework that removes the mount path from the address must pass the whole address.
   * Concerns: back end.
   */
  | 'handler-not-found'
  /**
   * The route does not accept this HTTP method.
   * Cause: something other than our elements calls the route, for example a bookmark or a health check.
   * To do: send health checks to a route of your own. If our elements report this, look for a proxy that changes the method.
   * Concerns: back end, operations.
   */
  | 'handler-method'
  /**
   * The request did not come from an allowed page (`Origin`, `Sec-Fetch-Site` or the custom header), or the page was opened by another
   * user.
   * Cause: the page is on another origin than the handler, a proxy changes the host or the protocol, or the applicant signed in as
   * another user in another tab.
   * To do: serve the page and the handler from one origin, or add the page's origin to `origins`. Behind a proxy that sets
   * `X-Forwarded-*`, use `toNodeListener(handler, { trustProxy: true })`. Let the proxy pass `Origin`, `Sec-Fetch-Site` and
   * `x-lending-elements`.
   * Concerns: back end, operations.
   */
  | 'handler-forbidden'
  /**
   * `authorize()` returned `null`: nobody is signed in.
   * Cause: the session of your site has ended, or its cookie does not reach the handler.
   * To do: offer a link in `slot="sign-in"`. If the visitor is signed in, check that your cookie is sent to the path of the handler, and
   * that `authorize()` can read it.
   * Concerns: the applicant, back end.
   */
  | 'handler-signed-out'
  /**
   * The body, the document or the draft is larger than its limit.
   * Cause: the file is larger than `settings.maxDocumentBytes`, the body is larger than 64 KiB, or the draft is.
   * To do: nothing for a document: the applicant reads the limit. If the lender accepts larger files, raise `settings.maxDocumentBytes`,
   * and the limit of your proxy with it.
   * Concerns: the applicant, back end.
   */
  | 'handler-too-large'
  /**
   * The body does not have the content type that the route expects.
   * Cause: a proxy or a client of yours changed the header `content-type`.
   * To do: pass the header on unchanged. Calls are `application/json`, documents `multipart/form-data`.
   * Concerns: back end, operations.
   */
  | 'handler-unsupported-type'
  /**
   * The body does not fit the schema. `issues` lists the fields and the reasons.
   * Cause: an answer breaks a rule of the form, the document is damaged, or a client of yours sends something else.
   * To do: nothing if an element shows it: the applicant reads which field to correct. In your own client, correct the fields in
   * `issues`. If many applicants meet the same issue, compare `settings` with the lender's rules.
   * Concerns: the applicant, back end.
   */
  | 'handler-invalid'
  /**
   * The user has no application yet.
   * Cause: the page asks for offers, but neither the session nor `existingApplication()` has an application of this user.
   * To do: offer a link in `slot="apply"`. If the user has applied, let `existingApplication()` return the application.
   * Concerns: the applicant, back end.
   */
  | 'handler-not-created'
  /**
   * The request for offers has no valid evidence of consent.
   * Cause: a page of yours asks for offers without `<lending-consent>`, or the applicant has not agreed.
   * To do: show the notice with `<lending-consent>`, and send the evidence that it returns. Nothing can replace it.
   * Concerns: front end.
   */
  | 'handler-no-consent'
  /**
   * The consent refers to a notice, an application or figures that have changed. The notice must be shown again.
   * Cause: the notice got a new version, or the applicant changed the figures or the documents on another page.
   * To do: nothing: `<lending-consent>` shows the new notice. If every applicant sees it, check that all processes have the same
   * `notice`.
   * Concerns: the applicant.
   */
  | 'handler-consent-stale'
  /**
   * The applicant withdrew the consent after this notice was shown.
   * Cause: the applicant withdrew on another page or device.
   * To do: nothing. No request for offers goes out. The applicant can read the notice again and agree.
   * Concerns: the applicant.
   */
  | 'handler-consent-withdrawn'
  /**
   * The consent could not be stored, so no call was made.
   * Cause: the disk is full or read-only, the database does not answer, or the consent file was changed or locked by another process.
   * To do: see the cause in the log. Run `npx lending-elements consents check <file>`. No applicant can get offers until the store
   * works, so let this code wake somebody.
   * Concerns: operations.
   */
  | 'handler-consent-not-stored'
  /**
   * Another page of this applicant has saved a newer draft.
   * Cause: the applicant typed on two pages or devices.
   * To do: nothing: the page asks which answers to keep. In your own client, load the draft and ask.
   * Concerns: the applicant.
   */
  | 'handler-draft-conflict'
  /**
   * The saved draft was deleted, or the application was created.
   * Cause: a page that was still open wanted to save after the end of the draft.
   * To do: nothing. The page stops saving.
   * Concerns: the applicant.
   */
  | 'handler-draft-ended'
  /**
   * Another request is making the same call now.
   * Cause: the applicant pressed the button on two pages, or a repeated request overtook the first one.
   * To do: nothing: the element tries again. If it stays for more than a minute, a process stopped in the middle of a call. The handler
   * waits until that call must have ended.
   * Concerns: the applicant.
   */
  | 'handler-in-flight'
  /**
   * The user sent too many requests. `retryAfter` says how long to wait.
   * Cause: one user sent more than `limiter` allows, or all users have the same subject.
   * To do: check that `authorize()` returns a different `subject` for each user. If real applicants meet the limit, set a `limiter` of
   * yours.
   * Concerns: the applicant, back end.
   */
  | 'handler-too-many'
  /**
   * Something failed in the backend, for example one of your own functions. The log has the cause under `requestId`.
   * Cause: `authorize`, `onApplicationCreated`, `prefill` or a store threw an error or took longer than `hookTimeout`, or a body parser
   * read the body before the handler.
   * To do: find the `requestId` in your log and correct the cause. Mount the handler before any body parser.
   * Concerns: back end.
   */
  | 'handler-failed'
  /**
   * The service could not be reached. Nothing was sent.
   * Cause: DNS, a firewall, a proxy for outgoing calls or TLS stops the connection from your backend.
   * To do: run `npx lending-elements doctor` on the machine of the backend. Allow https to the host of `baseUrl`.
   * Concerns: operations.
   */
  | 'upstream-unreachable'
  /**
   * The service answered that it is unavailable, or the handler has stopped calling it for a moment because it keeps failing.
   * Cause: maintenance or a failure at the service. After failed calls for ten users in a row the handler pauses for ten seconds. A full
   * `idempotency` store in memory has this code too.
   * To do: wait, and look at the service's status page. The handler calls it again by itself.
   * Concerns: the lending service, operations.
   */
  | 'upstream-unavailable'
  /**
   * The service answered 429. `retryAfter` says how long to wait.
   * Cause: your key has made more calls than the service allows.
   * To do: nothing at once: the page tells the applicant how long to wait. If it happens often, ask the service for a higher limit.
   * Concerns: the lending service, operations.
   */
  | 'upstream-busy'
  /**
   * The service did not answer a call in time. The call can be made again.
   * Cause: the service or the network to it is slow.
   * To do: nothing at once. If it happens often, compare `calls[].milliseconds` in your log with `timeout` and `uploadTimeout`, and tell
   * the service.
   * Concerns: the lending service, operations.
   */
  | 'upstream-timeout'
  /**
   * The service answered with a redirect. The handler does not follow it, because that would send the secret key to another address.
   * Cause: `baseUrl` is an old address of the service, or a proxy redirects your calls.
   * To do: set `LENDING_BASE_URL` to the address that answers without a redirect.
   * Concerns: back end.
   */
  | 'upstream-redirect'
  /**
   * The service refused the call for a reason that the applicant cannot change: the key, the address or its own records.
   * Cause: the key is wrong or of another environment (401, 403), the address is wrong or the application is of another environment
   * (404), or the company has an application already (409).
   * To do: compare `LENDING_SECRET_KEY` and `LENDING_BASE_URL` with the partner dashboard, and run `npx lending-elements doctor`. After
   * a 409, return the application from `existingApplication()`.
   * Concerns: back end, the lending service.
   */
  | 'upstream-denied'
  /**
   * The service refused the data (400 or 422). `issues` lists the fields of the forms that it named.
   * Cause: the service has a rule that the forms do not know, or your lists differ from the lender's.
   * To do: see `calls[].said` in the log. Replace the sample lists in `settings`, and make fields `required` that the lender needs. The
   * applicant can correct the fields that the service named.
   * Concerns: back end, the lending service.
   */
  | 'upstream-refused'
  /**
   * The service failed (5xx).
   * Cause: an error inside the service.
   * To do: nothing at once: the applicant can try again. If it stays, give the service the time, the call and your request id.
   * Concerns: the lending service.
   */
  | 'upstream-failed'
  /**
   * The answer of the service does not have the shape of the specification.
   * Cause: `baseUrl` leads to another server, a proxy answers instead of the service, or the service has changed.
   * To do: check `LENDING_BASE_URL`, and run `npx lending-elements doctor`. If the address is right, tell the service.
   * Concerns: back end, the lending service.
   */
  | 'upstream-unexpected-body'
  /**
   * Nobody knows whether the service created the application. Nothing is sent again until `existingApplication()` answers.
   * Cause: the service timed out, or answered 204, 408 or 5xx, after it got the application.
   * To do: look for the application in the partner dashboard. Return it from `existingApplication()`, or `'none'` if it certainly does
   * not exist. The applicant then continues with “Check again”.
   * Concerns: operations, back end.
   */
  | 'outcome-unknown'
  /**
   * The address of a script is not allowed: it does not come from code or from the backend, or it is not https.
   * Cause: the address has a typing error or uses http, or a `<template>` of the page loads a script from an origin that is not in
   * `widget.origins`.
   * To do: use an https address. Set the script in `createHandler({ widget })`, or add its origin to `widget.origins`.
   * Concerns: front end, back end.
   */
  | 'script-not-allowed'
  /**
   * The Content-Security-Policy of the page blocked a script. The message names the directive.
   * Cause: the policy does not allow the origin of the widget's script, or inline embed code.
   * To do: compare your policy with the one that `npx lending-elements doctor --csp` prints.
   * Concerns: front end, operations.
   */
  | 'script-blocked'
  /**
   * The page enforces Trusted Types and does not allow the policy `lending-elements`.
   * Cause: the directive `trusted-types` of the page lists other policies only, or the page loads two files of the library.
   * To do: add `lending-elements` and `lit-html` to `trusted-types`. Load one file, or add `'allow-duplicates'` too.
   * Concerns: front end, operations.
   */
  | 'script-trusted-types'
  /**
   * The browser is offline, so a script could not load.
   * Cause: the device has lost its network.
   * To do: nothing. The applicant can try again.
   * Concerns: the applicant.
   */
  | 'script-offline'
  /**
   * A script does not match its integrity hash.
   * Cause: the file belongs to another version than the hash, something on the way changed it, or its server sends no CORS headers.
   * To do: take the hashes from the `integrity.json` of the same version. Serve the files unchanged, and with CORS headers if they are
   * on another origin.
   * Concerns: front end, operations.
   */
  | 'script-integrity'
  /**
   * A script could not be loaded: an HTTP error, DNS, the network, or an ad blocker.
   * Cause: the file is not served at its address, a deployment removed it while the page was open, or something on the device blocks it.
   * To do: read the browser's own message in the console. Keep the files of the previous version on your server after a deployment.
   * Concerns: front end, operations.
   */
  | 'script-failed'
  /**
   * A script did not load in time.
   * Cause: the network or the script's server is slow.
   * To do: nothing at once: the applicant can try again. If it happens often, tell the owner of the server. `timeout` of
   * `<lending-widget>` changes the limit.
   * Concerns: the lending service, operations.
   */
  | 'script-timeout'
  /**
   * A script threw an error while it ran, or is not JavaScript.
   * Cause: an error in the service's script or in the embed code, or a network with a sign-in page answered with that page.
   * To do: see the console for the error. Try the embed code in an empty page. If it fails there too, tell the service.
   * Concerns: the lending service, front end.
   */
  | 'script-threw'
  /**
   * A script ran but did not define the global that the settings name.
   * Cause: the name in `handOff.global` has a typing error, or the service has renamed it.
   * To do: compare the name with the embed code in the partner dashboard.
   * Concerns: back end.
   */
  | 'script-no-global'
  /**
   * A script cannot run twice in one page. The page must be reloaded.
   * Cause: the element was mounted again, and its embed code declares a `const`, `let` or `class` that several scripts share, or that
   * is at the top of an external script, or it imports a module, which a browser runs once and does not load again after a failure.
   * To do: nothing at once: the element offers to reload the page. To show the widget again without that, set `isolation` to `frame`.
   * Concerns: front end.
   */
  | 'script-runs-once'
  /**
   * The widget reported a failure, or a function of the page threw.
   * Cause: an error in the service's widget, or in a function that the page gave `<lending-widget>`.
   * To do: see the cause in the console. If the error is in the widget, tell the service.
   * Concerns: the lending service, front end.
   */
  | 'widget-failed'
  /**
   * The widget did not start in time.
   * Cause: a call that starts the widget returned a promise that never settled, or the network is slow.
   * To do: see the failed requests in the console. If the widget needs longer, raise `timeout` of `<lending-widget>`.
   * Concerns: the lending service, front end.
   */
  | 'widget-timeout'
  /**
   * The widget started but shows nothing.
   * Cause: one of its requests failed, two elements have the same id, a style of the page hides it, or it is meant to appear later.
   * To do: check its requests in the browser. Use `{container_id}` for ids in the embed code. If the widget appears later, set
   * `widget.paints` to `false`.
   * Concerns: front end, the lending service.
   */
  | 'widget-not-painted'
  /**
   * The page provided no usable access token.
   * Cause: `getToken()` failed, took too long or returned something else than the token.
   * To do: return the token alone, as a string: `(await response.json()).access_token`. See the cause in the console.
   * Concerns: front end, back end.
   */
  | 'widget-no-token'
  /**
   * The widget reported that its access token has expired, and then the same of a new one.
   * Cause: `getToken()` returns a stored token, or the clock of your backend is wrong.
   * To do: request a new token for each call of `getToken()`, and do not cache the answer of the route. Check the clock.
   * Concerns: back end, operations.
   */
  | 'widget-token-expired'
  /**
   * Neither the backend nor code configures a widget.
   * Cause: `createHandler()` has no `widget`, or `isolation="frame"` is used without the handler.
   * To do: set `LENDING_WIDGET`, or `createHandler({ widget })`, or the property `widget` of the element.
   * Concerns: back end.
   */
  | 'widget-not-configured'
  /**
   * An option, attribute, property or environment variable is wrong. The message names it.
   * Cause: a typing error, a missing value or two values that do not fit each other.
   * To do: read the message: it names each wrong value and says what to set. `npx lending-elements doctor` checks all of them.
   * Concerns: back end, front end.
   */
  | 'config-invalid';
