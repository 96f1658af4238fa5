// Sets up a test with an applicant: the servers of `npm start`, and a browser on the partner's page, with records of both.
import { after, afterEach, before } from 'node:test';
import puppeteer from 'puppeteer-core';
import { resolveChromium } from '../../scripts/browser.mjs';
import { startServers } from '../../scripts/servers.mjs';

/**
 * Starts the servers with these options and opens the page, in Chromium or in another browser. `prepare` gets the page first. The caller
 * closes the stage.
 */
export async function openStage(options, prepare, start = launch) {
  const servers = await startServers(options);
  let browser;
  const close = async () => {
    await browser?.close();
    await servers.close();
  };
  try {
    browser = await start();
    const page = await browser.newPage();
    await prepare?.(page, servers);
    await page.goto(servers.url);
    return { servers, browser, page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A stage for the tests of a block. `visit()` opens the page for a new applicant, in a browser of their own, for one test. */
export function useStage(...given) {
  const contexts = [];
  const stage = {
    async visit(prepare) {
      const context = await stage.browser.createBrowserContext();
      contexts.push(context);
      const page = await context.newPage();
      await prepare?.(page);
      await page.goto(stage.servers.url);
      return page;
    },
  };
  before(async () => Object.assign(stage, await openStage(...given)));
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));
  after(() => stage.close?.());
  return stage;
}

/** Adds a listener that gets a server's requests first. It returns true if it has handled the request. */
export function putBefore(server, first) {
  const [answer] = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => first(request, response) || answer(request, response));
}

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
