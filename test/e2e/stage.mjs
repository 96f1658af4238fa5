// Sets up a test with an applicant: the servers of `npm start`, and a browser on the partner's page.
import { after, afterEach, before } from 'node:test';
import { startServers } from '../../scripts/servers.mjs';
import { launch } from './browser.mjs';

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
