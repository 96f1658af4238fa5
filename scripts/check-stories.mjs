// Opens every built story, light and dark, and fails where one logs an error or axe finds something.
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import puppeteer from 'puppeteer-core';
import { resolveChromium } from './browser.mjs';

const BUILT = 'storybook-static';
const TYPES = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const { entries } = JSON.parse(await fs.readFile(path.join(BUILT, 'index.json'), 'utf8'));
const stories = Object.values(entries).filter(({ type }) => type === 'story');
const server = createServer(sendFile).listen(0, '127.0.0.1');
await once(server, 'listening');
const browser = await puppeteer.launch(await resolveChromium());
const findings = [];
try {
  for (const { id } of stories) {
    for (const scheme of ['light', 'dark']) findings.push(...(await look(id, scheme)));
  }
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
if (findings.length > 0) {
  console.error(`${findings.join('\n')}\n${findings.length} findings in ${stories.length} stories.`);
  process.exitCode = 1;
} else {
  console.log(`${stories.length} stories, light and dark: no error, and axe finds nothing.`);
}

async function sendFile(request, response) {
  const { pathname } = new URL(request.url, 'http://storybook');
  const file = path.join(BUILT, path.normalize(pathname));
  const body = await fs.readFile(file).catch(() => undefined);
  response.writeHead(body ? 200 : 404, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
  response.end(body);
}

async function look(id, scheme) {
  const page = await browser.newPage();
  const found = [];
  page.on('pageerror', (error) => found.push(`${id} (${scheme}): ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && found.push(`${id} (${scheme}): ${message.text()}`));
  const { port } = server.address();
  await page.goto(`http://127.0.0.1:${port}/iframe.html?id=${id}&viewMode=story&globals=scheme:${scheme}`);
  await page.waitForSelector('#storybook-root > *');
  await page.waitForNetworkIdle({ idleTime: 250 });
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() => globalThis.axe.run('#storybook-root'));
  for (const { id: rule, nodes } of violations) {
    for (const { target } of nodes) found.push(`${id} (${scheme}): axe ${rule} at ${target.flat().join(' ')}`);
  }
  await page.close();
  return found;
}
