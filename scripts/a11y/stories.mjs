// Serves the built Storybook and shows its stories one after the other in one page.
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const BUILT = 'storybook-static';
const MEASURES = new URL('page/', import.meta.url);
const require = createRequire(import.meta.url);
const ENGINES = {
  '/axe.js': require.resolve('axe-core/axe.min.js'),
  '/ibm.js': require.resolve('accessibility-checker-engine/ace.js'),
};
/**
 * The fonts for the stories, because the fonts of machines differ. The tall font has a line height of 1.36, the narrow one of 1.17. The
 * Arabic one has the letters that both lack.
 */
const FONTS = {
  '/fonts/arabic.woff2':
    require.resolve('@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2'),
  '/fonts/narrow.woff2':
    require.resolve('@fontsource-variable/roboto-condensed/files/roboto-condensed-latin-wght-normal.woff2'),
  '/fonts/tall.woff2': require.resolve('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2'),
};
const FILES = { ...ENGINES, ...FONTS };
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.woff2': 'font/woff2',
};

export async function listStories() {
  const { entries } = JSON.parse(await fs.readFile(path.join(BUILT, 'index.json'), 'utf8'));
  return Object.values(entries).flatMap(({ type, id }) => (type === 'story' ? [id] : []));
}

/** Serves the stories, and under `/measures/` the modules that measure them in the page. */
export async function serveStories() {
  const server = createServer(sendFile).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => (server.closeAllConnections(), server.close());
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

async function sendFile(request, response) {
  const { pathname } = new URL(request.url, 'http://storybook');
  const [, measure] = pathname.match(/^\/measures\/(\w+\.mjs)$/) ?? [];
  const file = measure
    ? new URL(measure, MEASURES)
    : (FILES[pathname] ?? path.join(BUILT, path.normalize(decodeURI(pathname))));
  const body = await fs.readFile(file).catch(() => undefined);
  // A browser requests the page's icon, and logs an error if it does not exist.
  const isIcon = pathname === '/favicon.ico';
  response.writeHead(body ? 200 : isIcon ? 204 : 404, {
    'content-type': TYPES[path.extname(pathname)] ?? 'application/octet-stream',
  });
  response.end(body);
}

export async function openStories(browser, url, first, onError) {
  const page = await browser.newPage();
  page.on('pageerror', (error) => onError(error.message));
  page.on('console', (message) => {
    // Stories with failures log an explanation for developers.
    const isExplained = /^<lending-[a-z]+> failed \(/.test(message.text());
    if (message.type() === 'error' && !isExplained) onError(message.text());
  });
  // Lets each of several pages have the focus.
  await page.emulateFocusedPage(true);
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`${url}/iframe.html?id=${first}&viewMode=story&globals=scheme:light`);
  // Storybook reloads the page if a story is shown again before its first render has finished.
  await page.waitForFunction(() => globalThis.__STORYBOOK_PREVIEW__?.currentRender?.phase === 'finished');
  for (const engine of Object.keys(ENGINES)) await page.addScriptTag({ url: engine });
  return page;
}

/** Shows a story, and waits until its play function has finished and its content no longer changes. */
export const showStory = (page, id) =>
  page.evaluate(async (storyId) => {
    const { waitForRest } = await import('/measures/tree.mjs');
    const channel = globalThis.__STORYBOOK_ADDONS_CHANNEL__;
    const isPlayed = new Promise((resolve, reject) => {
      channel.once('storyFinished', resolve);
      for (const failure of ['storyThrewException', 'storyErrored', 'storyMissing', 'playFunctionThrewException']) {
        channel.once(failure, reject);
      }
    });
    const { currentRender } = globalThis.__STORYBOOK_PREVIEW__;
    if (currentRender.id === storyId) channel.emit('forceRemount', { storyId });
    else channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
    await isPlayed;
    await waitForRest();
  }, id);
