// Starts Chromium 109, the oldest Chromium that the elements support. Its package is installed and unpacked on the first use.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import puppeteer from 'puppeteer-core';
import { resolveChromium } from '../browser.mjs';
import { ensurePackages } from '../setup.mjs';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--no-zygote',
  '--no-first-run',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--remote-debugging-pipe',
];

/** Returns a browser of puppeteer. The caller closes it. */
export async function launchOldChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('Chromium 109 can be had from npm for Linux on x64 only. Run these tests there.');
  ensurePackages(FOLDER);
  const executable = await unpack();
  // The libraries and fonts of the current Chromium also suit this one.
  const { env } = await resolveChromium();
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-old-chromium-'));
  const child = spawn(executable, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  child.once('exit', () => fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  return puppeteer.connect({ transport: transportOf(child) });
}

/** Unpacks the executable next to its package, once. A rename is atomic, also when two runs unpack at the same time. */
async function unpack() {
  const packed = path.join(FOLDER, 'node_modules/@sparticuz/chromium/bin/chromium.br');
  const executable = path.join(FOLDER, 'node_modules/.cache/chromium-109');
  if (fs.existsSync(executable)) return executable;
  console.log('Unpacking Chromium 109 (a few seconds, once)…');
  fs.mkdirSync(path.dirname(executable), { recursive: true });
  const staging = `${executable}-${process.pid}`;
  await pipeline(fs.createReadStream(packed), createBrotliDecompress(), fs.createWriteStream(staging, { mode: 0o755 }));
  fs.renameSync(staging, executable);
  return executable;
}

/** The connection to the browser over its pipe. Puppeteer requests tabs instead of pages, but Chromium 109 reports only pages. */
function transportOf(child) {
  const [, , , toBrowser, fromBrowser] = child.stdio;
  const transport = {
    send(message) {
      const command = JSON.parse(message);
      if (command.method === 'Target.setAutoAttach')
        command.params.filter = command.params.filter?.filter(({ exclude }) => !exclude);
      toBrowser.write(`${JSON.stringify(command)}\0`);
    },
    close: () => child.kill(),
  };
  let rest = '';
  fromBrowser.setEncoding('utf8');
  fromBrowser.on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const message of messages) setImmediate(() => transport.onmessage?.(message));
  });
  child.once('exit', () => transport.onclose?.());
  return transport;
}
