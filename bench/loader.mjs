// `npm run bench:loader`: the ways in which a script can fail, through this loader and those of two payment companies.
// No request leaves the browser: each one is answered, or not, right here.
import puppeteer from 'puppeteer-core';
import { build } from 'vite';
import { resolveChromium } from '../scripts/browser.mjs';

const LIMIT = 35_000;
const PAGE = 'https://shop.example/';

/** The loaders of loaders.ts: what the script of each should define, and where it comes from. */
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

/** What happens to the script's request; `page` are headers of the page, `markup` stands in it. Good is what a page can live with. */
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
  '\n✓ works, or rejects with a code that a page can act on; ~ rejects without one; ✗ throws, resolves wrongly or never settles.',
);
for (const [at, name] of Object.keys(LOADERS).entries()) {
  console.log(`${name}: ${score(at + 1, '✓')} of ${rows.length} with a code, ${score(at + 1, '✓~')} settled.`);
}

async function bundleLoaders() {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', lib: { entry: 'bench/loaders.ts', formats: ['es'], fileName: 'loaders' } },
  });
  return output[0].code;
}

/** One loader in one case, in a page of its own. */
async function run(name, loader, { answer, page: headers = {}, markup, times = 1, good, tags, isFinal }) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  let asked = 0;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const url = request.url();
    if (url === PAGE)
      return void request.respond({ contentType: 'text/html', headers, body: markup?.(loader) ?? '<p>Shop</p>' });
    if (url === `${PAGE}loaders.js`) return void request.respond(script(bundle));
    if (!url.startsWith(loader.origin)) return void request.abort('failed');
    const given = answer(loader, ++asked);
    if (given === 'abort') return void request.abort('failed');
    if (given === 'blocked') return void request.abort('blockedbyclient');
    if (given !== 'hang') return void request.respond(given);
  });
  await page.goto(PAGE);
  const result = await page.evaluate(settle, name, times, LIMIT, loader.origin);
  await context.close();
  const retried = isFinal && asked > 0 ? ', tried again' : '';
  const isGood = good.includes(result.kind) && (tags === undefined || result.tags === tags) && !retried;
  return {
    text: `${result.text}${tags === undefined ? '' : `, ${result.tags} tag(s)`}${retried}`,
    isGood,
    settles: result.kind === 'untyped',
  };
}

/** Runs in the page: calls the loader, and says what came of it within the limit. */
async function settle(name, times, limit, origin) {
  const { calls } = await import('/loaders.js');
  const count = () => [...document.scripts].filter(({ src }) => src.startsWith(origin)).length;
  const late = new Promise((resolve) =>
    setTimeout(() => resolve({ kind: 'pending', text: 'pending for ever' }), limit),
  );
  const say = (error) =>
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
    return isReal ? { kind: 'ok', text: 'ok' } : { kind: 'wrong', text: 'resolves with something else' };
  }, say);
  return { ...(await Promise.race([settled, late])), tags: count() };
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
