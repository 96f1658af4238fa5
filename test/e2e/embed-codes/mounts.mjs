// Mounts embed code in every way, and returns the outcome.
import { strictPolicy } from '../../../src/cli/doctor/policy.ts';
import { eventCount, outcome, press } from '../vendor/visit.mjs';
import { everywhere } from './engines.mjs';
import * as inPage from './in-page.mjs';

const NONCE = 'cmFuZG9tIGVub3VnaA';
/** Milliseconds for a try that fails: what is not there by then does not come. */
const TIMEOUT_MS = 2500;
/** A frame of the vendor's is there before what is in it. */
const VISIBLE_TIMEOUT_MS = 3000;

/** The code as a partner's own template would fill it in, in a page without this library. */
const filled = (code, token, id) =>
  code
    .replaceAll('{access_token}', token)
    .replaceAll('{access_token_url}', encodeURIComponent(token))
    .replaceAll('{container_id}', id);

const bareHtml = (code) => `<!doctype html><html lang="en"><head><title>Partner</title><link rel="icon" href="data:,">
  <link rel="stylesheet" href="/page.css"></head><body><h1>Accounts</h1><script${code.nonce}>window.partner = true;</script>
  <main><div id="bare">${code.html}</div></main></body></html>`;

/** How it is mounted again, one way after the other; with `isFew` two of them. */
function waysOf({ skips, isTenfold }, isFew) {
  if (skips?.includes('again')) return [];
  if (isFew) return ['reload', 'back'];
  return ['reload', 'other token', 'back', 'back in a shadow root', ...(isTenfold ? Array(6).fill('back') : [])];
}

const withNonce = (html) => html.replaceAll(/<script(?=[\s>])/g, `<script nonce=${NONCE}`);

export function createMounts({ partner, browser, vendors }) {
  let pages = 0;

  async function visit(url, { says, isBare }, run) {
    // Each browser context has its own connections: a request that hangs in one visit does not delay another.
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      // A failure has an event, and is in the table by that.
      const isOurs = text.startsWith('<lending-widget> failed (');
      if (message.type() === 'error' && !isOurs) problems.push(text);
    });
    try {
      // A document that a script has opened in a frame, and that nobody closes, is never there.
      const arrived = page.goto(url).catch(() => undefined);
      await Promise.race([arrived, ...(isBare ? [page.waitForSelector('main')] : [])]);
      const last = await run(page, problems);
      problems.push(...((await page.problems?.()) ?? []));
      return { last, problems: problems.filter((problem) => !says?.test(problem)) };
    } finally {
      await context.close();
    }
  }

  /** What is to be seen, wherever it is, as soon as it is `wanted`, or at last. */
  async function seen(page, wanted, timeoutMs = VISIBLE_TIMEOUT_MS) {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const all = await everywhere(page, inPage.visibleOffers);
      const texts = all.flat();
      if (texts.join() === wanted || Date.now() > end) return texts.join() || 'nothing';
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
  const rated = (text, token) => (text === `Offers for ${token}` ? '✓' : text);

  /** In a plain page of HTML, under the policy that the doctor prints, too. */
  async function bare(snippet, isStrict) {
    const folder = vendors.open(snippet.files);
    const code = snippet.code(folder);
    const policy = isStrict && strictPolicy({ embedCode: code, origins: folder.origins }).replace('{nonce}', NONCE);
    const html = filled(isStrict ? withNonce(code) : code, 'token-0', 'bare');
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(policy && { 'content-security-policy': policy }),
    };
    const path = `/bare/${++pages}.html`;
    partner.put(path, bareHtml({ html, nonce: isStrict ? ` nonce="${NONCE}"` : '' }), headers);
    return visit(partner.origin + path, { ...snippet, isBare: true }, async (page) => {
      const timeoutMs = isStrict ? 1200 : Math.max(VISIBLE_TIMEOUT_MS, (snippet.timeoutMs ?? 0) / 2);
      return rated(await seen(page, 'Offers for token-0', timeoutMs), 'token-0');
    });
  }

  const settings = (snippet, folder, mode) => {
    const widget = { embedCode: snippet.code(folder), origins: folder.origins };
    return mode === 'page' ? widget : { ...widget, isolation: 'frame', frameUrl: partner.frame(widget) };
  };
  const tokensFrom = (first) => Array.from({ length: 20 }, (_, at) => `token-${first + at}`);

  /** Waits for the next end of a start, and tells what came of it. */
  async function ended(page, from, token) {
    const told = await outcome(page, from);
    if (!told) return 'it did not settle';
    if (told.code) return `${told.code}`;
    return rated(await seen(page, `Offers for ${token}`), token);
  }

  /** Mounts it; then starts it again, with another token, and takes it away and back. */
  async function mounted(snippet, mode, isFew) {
    const folder = vendors.open(snippet.files);
    const widget = settings(snippet, folder, mode);
    const { timeoutMs = 10_000 } = snippet;
    const ways = waysOf(snippet, isFew);
    const url = partner.show({ widgets: [{ widget, timeoutMs, tokens: tokensFrom(1) }] });
    return visit(url, snippet, async (page, problems) => {
      let cell = await ended(page, 0, 'token-1');
      let token = 1;
      for (const way of ways) {
        const from = await eventCount(page);
        if (way === 'reload') await page.evaluate(inPage.reload);
        else if (way === 'other token') await page.evaluate(inPage.giveToken);
        else {
          const left = await page.evaluate(inPage.leave);
          const shown = await seen(page, 'nothing', 0);
          if (left || shown !== 'nothing') problems.push(`left behind: ${left} elements, ${shown}`);
          await page.evaluate(inPage.comeBack, way.includes('shadow'));
        }
        const now = way === 'other token' ? 'given' : `token-${++token}`;
        cell = await ended(page, from, now);
        if (cell !== '✓') return cell;
      }
      if (cell === '✓') problems.push(...(await leftovers(page, folder, snippet)));
      return cell;
    });
  }

  async function leftovers(page, folder, { neverAsked = [] }) {
    const left = await page.evaluate(inPage.leave);
    const shown = await seen(page, 'nothing', 500);
    const changed = await page.evaluate(inPage.changes);
    return [
      ...(left ? [`left ${left} elements`] : []),
      ...(shown === 'nothing' ? [] : [`left ${shown}`]),
      ...changed.map((name) => `did not put ${name} back`),
      ...neverAsked.filter((name) => folder.asked.includes(name)).map((name) => `asked for ${name}`),
    ];
  }

  /** Mounts it while the vendor's servers reject or hang, and tries again when they are well; what hung comes then. */
  async function failedFirst(snippet, mode, state) {
    const folder = vendors.open(snippet.files);
    const widget = settings(snippet, folder, mode);
    folder.state = state;
    const tokens = snippet.isOffline ? [null, ...tokensFrom(2)] : tokensFrom(1);
    const url = partner.show({ widgets: [{ widget, timeoutMs: TIMEOUT_MS, tokens }] });
    return visit(url, snippet, async (page, problems) => {
      const first = await ended(page, 0, 'token-1');
      if (!/^(script|widget)-/.test(first)) return `${first} at first`;
      folder.state = 'well';
      // What the scripts that are there say of those that are not.
      problems.length = 0;
      const from = await eventCount(page);
      await press(page);
      const again = await ended(page, from, 'token-2');
      const told = [...problems];
      folder.release();
      await new Promise((resolve) => setTimeout(resolve, state === 'hung' ? 300 : 0));
      const last = await seen(page, 'Offers for token-2', 500);
      // What comes too late finds nothing, and may say so.
      problems.splice(0, problems.length, ...told);
      return again === '✓' ? rated(last, 'token-2') : `${first}, then ${again}`;
    });
  }

  /** Mounts it in a page under the policy that the doctor prints. */
  async function strict(snippet) {
    const folder = vendors.open(snippet.files);
    const widget = settings(snippet, folder, 'page');
    const csp = strictPolicy(widget).replace('{nonce}', NONCE);
    const url = partner.show({ widgets: [{ widget, tokens: tokensFrom(1), timeoutMs: 10_000 }], csp, nonce: NONCE });
    return visit(url, snippet, async (page, problems) => {
      const cell = await ended(page, 0, 'token-1');
      const violations = await page.evaluate(() => globalThis.partner.notes.violations);
      problems.push(
        ...violations.map(({ effectiveDirective, blockedURI }) => `violates ${effectiveDirective}: ${blockedURI}`),
      );
      return cell;
    });
  }

  return { bare, mounted, failedFirst, strict };
}
