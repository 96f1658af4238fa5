// The ways in which the service's script, or the frame that it runs in, can fail.
import { createHash } from 'node:crypto';
import { AS_HTML, HTML, says, script, send, startVendor, works } from './servers.mjs';

/** A host that does not exist: the browser gets a rule for it, and asks no name server. */
export const NOWHERE = 'vendor.invalid';
/** The time limit of a widget where the test waits for the limit. The default of the element is ten times that. */
const SHORT = 1500;
/** The limits for a global, for a frame that has loaded, and for a started one that sends nothing. */
const [GLOBAL_LIMIT, FRAME_LIMIT, LAST_LIMIT] = [2000, 1000, 1000];

const hashOf = (body) => `sha384-${createHash('sha384').update(body).digest('base64')}`;
const CORS = { 'access-control-allow-origin': '*' };
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types lit-html";

/** A script that loads, and whose widget does not work until its own backend does. */
const untilMended = (fault) =>
  script().replace('{ token, container }) {', `$& if (!globalThis.isVendorWell) { ${fault} }`);
const mendVendor = (page) => page.evaluate(() => (globalThis.isVendorWell = true));

const BLOCKED_FRAME = /blocks (http:\/\/127\S+) \(frame-src\)\. → Add \1 to frame-src\.$/;
const blockedFrame = { code: 'script-blocked', names: BLOCKED_FRAME, asked: [0, 0], violations: 1, isForGood: true };

const CLOBBER = '<a id="VendorFunding" href="#x">x</a>';
const LATE = `setTimeout(() => { ${script()} }, 500);`;
const clobbered = { page: { body: `${CLOBBER}<lending-widget></lending-widget>` } };
/** The page's markup is not in the frame: there the vendor's own script adds it. */
const clobberedInFrame = (then) => ({
  page: {},
  fault: says(`document.body.insertAdjacentHTML('beforeend', '${CLOBBER}'); ${then}`),
});

/** Embed code that is pasted into a page would do the same. */
const SETTINGS_ONLY = { only: { source: 'settings' } };
const FRAME_ONLY = { only: { mode: 'frame', source: 'settings' } };

/** Answers the requests for the script in the browser. */
const intercept = (page, answer) => {
  page.removeAllListeners('request');
  // One of our own files has that name too.
  const isVendors = (url) => url.endsWith('widget.js') && !url.includes('/lending-elements/');
  page.on('request', (request) => (isVendors(request.url()) ? answer(request) : request.continue()));
  return page.setRequestInterception(true);
};
/** Once this part of the library is there: it loads next to the token. */
async function goOffline(page, part) {
  const isThere = (name) => performance.getEntriesByType('resource').some((one) => one.name.includes(`/${name}-`));
  await page.waitForFunction(isThere, {}, part);
  await page.setOfflineMode(true);
}
const respond = (request) => request.respond({ contentType: 'text/javascript', body: script() });
const mendInBrowser = (page) => intercept(page, respond);

/** What is wrong with the frame itself. It has loaded, in its way, and has not said that it listens. */
const frameFault = (faults, more) => ({
  ...FRAME_ONLY,
  fault: works,
  code: 'script-failed',
  names: /answers GET frame, that frame\.js is served.+frame-ancestors/,
  asked: [0, 0],
  limit: FRAME_LIMIT,
  faults,
  ...more,
});
const frameLate = { code: 'script-timeout', timeoutMs: SHORT, limit: SHORT, names: /frame.+within 1\.5 seconds/ };
/** A proxy adds a header to the document that the handler has made. */
const adding =
  (name, value) =>
  (response, { headers, html }) =>
    response.writeHead(200, [...Object.entries(headers).flat(), name, value]).end(html);
/** Stops the timers of the frame, and never starts. */
const SILENT = `for (let at = 0; at < 1000; at++) clearTimeout(at);
  globalThis.setTimeout = () => 0;
  globalThis.VendorFunding = { init: () => new Promise(() => undefined) };`;
const originOf = (response) => `http://${response.req.headers.host}`;

/**
 * What the vendor's server does until it is mended, or what is wrong with the page; the `code` that the partner is told, or
 * none where the widget shows after all; how often the script is `asked` for, and how long it may take to settle. A retry
 * must then bring the widget back, unless only the page's owner can mend it. `inFrame` and `embedded` are the differences there.
 */
export const CASES = {
  'aborted request, then an answer': {
    // Chromium itself repeats a request that was broken off; the third one is the loader's.
    fault: (response, count) => (count <= 2 ? response.socket.destroy() : works(response)),
    asked: [3, 3],
  },
  'aborted each time': { fault: (response) => response.socket.destroy(), code: 'script-failed', asked: [3, 6] },
  'never answers': {
    fault: () => undefined,
    timeoutMs: SHORT,
    code: 'script-timeout',
    names: /within 1\.[0-5] seconds/,
    asked: [1, 1],
    limit: SHORT,
  },
  '404, then no answer': {
    fault: (response, count) => count === 1 && send(response, 'no', { status: 404 }),
    timeoutMs: SHORT,
    code: 'script-timeout',
    names: /within 1\.[0-5] seconds/,
    asked: [2, 2],
    limit: SHORT,
  },
  404: { fault: says('no', { status: 404 }), code: 'script-failed', asked: [3, 3] },
  500: { fault: says('no', { status: 500 }), code: 'script-failed', asked: [3, 3] },
  'HTML instead of a script': { fault: says(HTML, AS_HTML), code: 'script-failed', asked: [3, 3] },
  'HTML, with nosniff': {
    fault: says(HTML, { ...AS_HTML, 'x-content-type-options': 'nosniff' }),
    code: 'script-failed',
    asked: [3, 3],
  },
  'HTML of the same origin': {
    url: (partner) => `${partner.origin}/portal/widget.js`,
    mend: mendInBrowser,
    code: 'script-threw',
    names: /A network with a sign-in page may have responded with that page\./,
    limit: GLOBAL_LIMIT,
    throws: /SyntaxError/,
    embedded: { names: undefined },
    // To the frame, whose origin is opaque, it is of another origin.
    inFrame: { code: 'script-failed', names: undefined },
  },
  'no such host': {
    url: () => `https://${NOWHERE}/widget.js`,
    mend: mendInBrowser,
    code: 'script-failed',
    asked: [0, 0],
  },
  'rejected connection': { url: closedAddress, mend: mendInBrowser, code: 'script-failed', asked: [0, 0] },
  offline: {
    told: /may be offline/,
    before: (page, { part }) => goOffline(page, part),
    mend: (page) => page.setOfflineMode(false),
    code: 'script-offline',
    // The script may be requested before the token.
    asked: [0, 1],
    inFrame: { limit: FRAME_LIMIT },
  },
  'ad blocker': {
    open: (page) => intercept(page, (request) => request.abort('blockedbyclient')),
    mend: (page) => intercept(page, (request) => request.continue()),
    code: 'script-failed',
    names: /ad blockers/,
    asked: [0, 0],
  },
  'Content-Security-Policy': {
    page: { csp: "script-src 'self' 'unsafe-inline'" },
    code: 'script-blocked',
    names: /script-src-elem/,
    asked: [0, 0],
    violations: 1,
    isForGood: true,
    inFrame: { page: { csp: "frame-src 'none'" }, names: BLOCKED_FRAME },
  },
  'Content-Security-Policy, by default-src': {
    ...FRAME_ONLY,
    inFrame: {
      ...blockedFrame,
      page: { csp: "script-src 'self'; style-src 'self'; default-src 'none'" },
      names:
        /blocks (http:\/\/127\S+) \(frame-src\)\. → Add frame-src to the policy, with \1 and the sources of default-src\.$/,
    },
  },
  'Content-Security-Policy, by child-src': {
    ...FRAME_ONLY,
    inFrame: {
      ...blockedFrame,
      page: { csp: 'child-src https://another.example' },
      names: /blocks (http:\/\/127\S+) \(frame-src\)\. → Add \1 to child-src\.$/,
    },
  },
  '404, and a policy that only reports': {
    page: { reportOnly: "script-src 'self'" },
    fault: says('no', { status: 404 }),
    code: 'script-failed',
    asked: [3, 3],
    // Chromium reports the request and the response.
    inFrame: { page: { reportOnly: "frame-src 'none'" }, violations: 2 },
  },
  '404, and a policy that blocks something else there': {
    page: { csp: "connect-src 'self'" },
    before: (page, { origin }) =>
      page.evaluate((url) => void setInterval(() => fetch(url).catch(() => undefined), 20), `${origin}/`),
    fault: (response) => setTimeout(says('no', { status: 404 }), 200, response),
    limit: 3 * 200,
    code: 'script-failed',
    asked: [3, 3],
    inFrame: {
      page: { csp: "frame-src 'self'" },
      before: (page, { origin }) =>
        page.evaluate((src) => {
          setInterval(() => document.body.append(Object.assign(document.createElement('iframe'), { src })), 100);
        }, `${origin}/`),
    },
  },
  'Trusted Types': { page: { csp: `${TRUSTED_TYPES} lending-elements` }, fault: works, asked: [1, 1] },
  'Trusted Types, policy not listed': {
    page: { csp: TRUSTED_TYPES },
    code: 'script-trusted-types',
    names: /Add lending-elements to the trusted-types directive/,
    asked: [0, 0],
    isForGood: true,
    // The frame's document enforces none, and the page puts no script in.
    inFrame: { fault: works, code: undefined, asked: [1, 1] },
  },
  'integrity mismatch': {
    settings: { integrity: hashOf(script()) },
    headers: CORS,
    fault: says(`${script()}\n`, CORS),
    code: 'script-integrity',
    asked: [1, 1],
  },
  'integrity, and no CORS': {
    settings: { integrity: hashOf(script()) },
    headers: CORS,
    fault: works,
    // The browser does not tell this from a network that failed.
    code: 'script-failed',
    names: /CORS/,
    asked: [3, 3],
  },
  'global missing': {
    fault: says('globalThis.Another = {};'),
    code: 'script-no-global',
    names: /VendorFunding/,
    limit: GLOBAL_LIMIT,
  },
  'global missing, little time': {
    fault: says('globalThis.Another = {};'),
    timeoutMs: SHORT,
    code: 'script-no-global',
    limit: SHORT,
  },
  'global 500 ms late': {
    ...SETTINGS_ONLY,
    fault: says(`setTimeout(() => { ${script()} }, 500)`),
    asked: [1, 1],
    limit: 500,
  },
  'syntax error': { fault: says(`${script()} }{`), code: 'script-threw', limit: GLOBAL_LIMIT, throws: /SyntaxError/ },
  'throws while running': {
    fault: says(`null.boot(); ${script()}`),
    code: 'script-threw',
    limit: GLOBAL_LIMIT,
    throws: /boot/,
  },
  'global clobbered by <a>': {
    ...clobbered,
    fault: works,
    asked: [1, 1],
    inFrame: clobberedInFrame(script()),
  },
  'clobbered by <a>, and 500 ms late': {
    ...SETTINGS_ONLY,
    ...clobbered,
    fault: says(LATE),
    limit: 500,
    inFrame: clobberedInFrame(LATE),
  },
  'nothing painted': {
    fault: says(untilMended('return;')),
    mend: mendVendor,
    timeoutMs: SHORT,
    code: 'widget-not-painted',
    names: /within 1\.[0-5] seconds/,
    told: /did not start/,
    limit: SHORT,
  },
  'its promise never settles': {
    ...SETTINGS_ONLY,
    fault: says(untilMended('return new Promise(() => undefined);')),
    mend: mendVendor,
    timeoutMs: SHORT,
    code: 'widget-timeout',
    told: /did not start/,
    limit: SHORT,
  },
  'its promise never settles, but it is visible': {
    ...SETTINGS_ONLY,
    fault: says(script().replace('return', 'return new Promise(() => undefined);')),
    timeoutMs: SHORT,
    limit: SHORT,
  },
  'its call throws': {
    ...SETTINGS_ONLY,
    fault: says(untilMended('throw new Error("no");')),
    mend: mendVendor,
    code: 'widget-failed',
    told: /did not start/,
  },
  'frame: 404': frameFault({ document: says('no', { status: 404 }) }),
  'frame: 500': frameFault({ document: says('no', { status: 500 }) }),
  'frame: HTML of something else': frameFault({ document: says(HTML, AS_HTML) }),
  'frame: broken off': frameFault({ document: (response) => response.socket.destroy() }),
  'frame: never answers': frameFault({ document: () => undefined }, frameLate),
  // The handler's own frame-ancestors goes before it.
  'frame: X-Frame-Options of a proxy': frameFault(
    { document: adding('x-frame-options', 'DENY') },
    { code: undefined, asked: [1, 1] },
  ),
  'frame: frame-ancestors of a proxy': frameFault({
    document: adding('content-security-policy', "frame-ancestors 'none'"),
  }),
  'frame: a policy of a proxy blocks the script': frameFault(
    { document: adding('content-security-policy', "script-src 'nonce-x'") },
    { names: /answers GET frame, that frame\.js is served/ },
  ),
  'frame: a policy of a proxy blocks the vendor': frameFault(
    {
      document: (response, made) =>
        adding('content-security-policy', `script-src ${originOf(response)}`)(response, made),
    },
    { code: 'script-blocked', names: /^The frame’s .+ blocks (\S+) \(script-src-elem\)\. → Add \1 to/ },
  ),
  'frame.js: 404': frameFault({ script: says('no', { status: 404 }) }),
  'frame.js: HTML': frameFault({ script: says(HTML, AS_HTML) }),
  'frame.js: never answers': frameFault({ script: () => undefined }, frameLate),
  'frame: falls silent': frameFault(undefined, {
    fault: says(SILENT),
    code: 'widget-timeout',
    names: /within 2\.5 seconds/,
    told: /did not start/,
    timeoutMs: SHORT,
    limit: SHORT + LAST_LIMIT,
    asked: [1, 1],
  }),
};

async function closedAddress() {
  const closed = await startVendor();
  closed.close();
  return `${closed.origin}/widget.js`;
}
