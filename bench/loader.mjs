// `npm run bench:loader`: compares this loader with those of two payment companies for each way in which a script can fail.
// No request leaves the browser: the benchmark intercepts all of them.
import puppeteer from 'puppeteer-core';
import { build } from 'vite';
import { resolveChromium } from '../scripts/browser.mjs';

const LIMIT = 35_000;
const PAGE = 'https://shop.example/';

/** The loaders of loaders.ts, with the global and the origin of the script of each. */
const LOADERS = {
  'lending-elements': {
    global: 'Vendor',
    script: 'window.Vendor = {};',
    origin: 'https://vendor.example',
  },
  'Stripe (stripe-js)': {
    global: 'Stripe',
    script: 'window.Stripe = () => ({ _registerWrapper() {} });',
    origin: 'https://js.stripe.com',
  },
  'PayPal (paypal-js v6)': {
    global: 'paypal',
    script: 'window.paypal = { createInstance() {} };',
    origin: 'https://www.sandbox.paypal.com',
  },
};

const script = (body, headers = {}) => ({ contentType: 'text/javascript', body, headers });
const html = (headers) => ({ contentType: 'text/html', body: '<h1>Sign in to this network</h1>', headers });
const csp = (value) => ({ 'content-security-policy': value });

/**
 * The response to the script's request. `page` are headers of the page, `markup` is HTML in it, and `good` are the acceptable
 * outcomes.
 */
const CASES = {
  works: { answer: ({ script: body }) => script(body), good: ['ok'] },
  'aborted, then works': { answer: ({ script: body }, count) => (count === 1 ? 'abort' : script(body)), good: ['ok'] },
  'never answers': { answer: () => 'hang', good: ['typed'] },
  'answers 404': { answer: () => ({ status: 404, body: '' }), good: ['typed'] },
  'answers 500': { answer: () => ({ status: 500, body: '' }), good: ['typed'] },
  'a page instead of a script': { answer: () => html({ 'x-content-type-options': 'nosniff' }), good: ['typed'] },
  'blocked by an ad blocker': { answer: () => 'blocked', good: ['typed'] },
  'blocked by the page’s policy': {
    answer: ({ script: body }) => script(body),
    page: csp("script-src 'self'"),
    good: ['typed'],
    isFinal: true,
  },
  'Trusted Types, with a policy': {
    answer: ({ script: body }) => script(body),
    page: csp("require-trusted-types-for 'script'; trusted-types lending-elements"),
    good: ['ok'],
  },
  'Trusted Types, none allowed': {
    answer: ({ script: body }) => script(body),
    page: csp("require-trusted-types-for 'script'; trusted-types 'none'"),
    good: ['typed'],
  },
  'its global is missing': { answer: () => script('window.another = {};'), good: ['typed'] },
  'its global comes 500 ms later': {
    answer: ({ script: body }) => script(`setTimeout(() => { ${body} }, 500);`),
    good: ['ok'],
  },
  'syntax error': { answer: () => script('window.Vendor = {'), good: ['typed'] },
  'throws while running': { answer: () => script("throw new Error('broken');"), good: ['typed'] },
  'its global is taken by <a id>': {
    answer: () => script('0;'),
    markup: ({ global }) => `<a id="${global}" href="https://elsewhere.example/">x</a>`,
    good: ['typed'],
  },
  'three at once': { answer: ({ script: body }) => script(body), times: 3, good: ['ok'], tags: 1 },
};

const bundle = await bundleLoaders();
const browser = await puppeteer.launch(await resolveChromium());
const rows = [];
try {
  for (const [name, one] of Object.entries(CASES)) {
    const outcomes = await Promise.all(Object.entries(LOADERS).map(([loader, about]) => run(loader, about, one)));
    rows.push([name, ...outcomes.map(({ text, isGood, settles }) => `${isGood ? '✓' : settles ? '~' : '✗'} ${text}`)]);
  }
} finally {
  await browser.close();
}
print([['', ...Object.keys(LOADERS)], ...rows]);
const score = (column, marks) => rows.filter((row) => marks.includes(row[column][0])).length;
console.log(
  '\n✓ works, or rejects with an error code; ~ rejects without a code; ✗ throws, resolves with a wrong value or never settles.',
);
for (const [at, name] of Object.keys(LOADERS).entries()) {
  console.log(`${name}: ${score(at + 1, '✓')} of ${rows.length} work or have a code, ${score(at + 1, '✓~')} settle.`);
}

async function bundleLoaders() {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', lib: { entry: 'bench/loaders.ts', formats: ['es'], fileName: 'loaders' } },
  });
  return output[0].code;
}

async function run(name, loader, { answer, page: headers = {}, markup, times = 1, good, tags, isFinal }) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  let requests = 0;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const url = request.url();
    if (url === PAGE)
      return void request.respond({ contentType: 'text/html', headers, body: markup?.(loader) ?? '<p>Shop</p>' });
    if (url === `${PAGE}loaders.js`) return void request.respond(script(bundle));
    if (!url.startsWith(loader.origin)) return void request.abort('failed');
    const response = answer(loader, ++requests);
    if (response === 'abort') return void request.abort('failed');
    if (response === 'blocked') return void request.abort('blockedbyclient');
    if (response !== 'hang') return void request.respond(response);
  });
  await page.goto(PAGE);
  const result = await page.evaluate(outcomeOf, name, times, LIMIT, loader.origin);
  await context.close();
  const retried = isFinal && requests > 0 ? ', tried again' : '';
  const isGood = good.includes(result.kind) && (tags === undefined || result.tags === tags) && !retried;
  return {
    text: `${result.text}${tags === undefined ? '' : `, ${result.tags} tag(s)`}${retried}`,
    isGood,
    settles: result.kind === 'untyped',
  };
}

/** Runs in the page: calls the loader and returns its outcome within the limit. */
async function outcomeOf(name, times, limit, origin) {
  const { calls } = await import('/loaders.js');
  const count = () => [...document.scripts].filter(({ src }) => src.startsWith(origin)).length;
  const timeout = new Promise((resolve) =>
    setTimeout(() => resolve({ kind: 'pending', text: 'never settles' }), limit),
  );
  const rejection = (error) =>
    error?.code
      ? { kind: 'typed', text: error.code }
      : { kind: 'untyped', text: `rejects: ${String(error?.message ?? error).slice(0, 40)}` };
  let promises;
  try {
    promises = Array.from({ length: times }, () => calls[name]());
  } catch (error) {
    return { kind: 'threw', text: `throws: ${String(error.message).slice(0, 40)}`, tags: count() };
  }
  const settled = Promise.all(promises).then((values) => {
    const isReal = values.every((value) => value && !(value instanceof HTMLAnchorElement));
    return isReal ? { kind: 'ok', text: 'ok' } : { kind: 'wrong', text: 'resolves with another value' };
  }, rejection);
  return { ...(await Promise.race([settled, timeout])), tags: count() };
}

function print(table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}
