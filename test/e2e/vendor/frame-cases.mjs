// The ways in which the frame that the service's script runs in can fail; `cases.mjs` says what stands in a case.
import { AS_HTML, FRAME_LIMIT, HTML, LAST_LIMIT, says, SHORT, works } from './answers.mjs';

/** What is wrong with the frame itself. It has loaded, in its way, and has not said that it listens. */
const frameFault = (faults, more) => ({
  inPage: 'there is no frame',
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

export const FRAME_CASES = {
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
