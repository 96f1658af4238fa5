import puppeteer from 'puppeteer-core';
import { resolveChromium } from '../../scripts/browser.mjs';

/** Starts Chromium. The caller closes it. */
export async function launch(options = {}) {
  const { executablePath, args, headless, env } = await resolveChromium();
  return puppeteer.launch({ executablePath, args, headless, env, ...options });
}

/** Records the uncaught errors of a page, and the messages of these kinds in its console. Returns the list. */
export function recordProblems(page, problems = [], kinds = /error/) {
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => kinds.test(message.type()) && problems.push(message.text()));
  return problems;
}

/** Records all bytes that servers send: the requests and the sent text of each connection. */
export function recordBytes(...servers) {
  const connections = new Map();
  const keep = (socket) => {
    const connection = { paths: [], chunks: [] };
    connections.set(socket, connection);
    const { write } = socket;
    socket.write = function (chunk, ...rest) {
      connection.chunks.push(Buffer.from(chunk, typeof rest[0] === 'string' ? rest[0] : 'utf8'));
      return write.call(this, chunk, ...rest);
    };
  };
  for (const server of servers) {
    server.on('connection', keep);
    server.prependListener('request', ({ socket, url }) => connections.get(socket).paths.push(url));
  }
  return () =>
    [...connections.values()].map(({ paths, chunks }) => ({ paths, text: Buffer.concat(chunks).toString('latin1') }));
}
