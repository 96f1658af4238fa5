// Where a test with an applicant takes place: the servers that `npm start` runs, and a browser on the partner's page.
import { startServers } from '../../scripts/servers.mjs';
import { launch } from './browser.mjs';

/** Starts the servers with these options, and opens the page; `prepare` gets it before that. The caller closes the stage. */
export async function openStage(options, prepare) {
  const servers = await startServers(options);
  let browser;
  const close = async () => {
    await browser?.close();
    await servers.close();
  };
  try {
    browser = await launch();
    const page = await browser.newPage();
    await prepare?.(page, servers);
    await page.goto(servers.url);
    return { servers, browser, page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** For the servers' `fault`: the lender does to requests what `current` answers, as long as it answers something. */
export const misbehaving = (current) => (request, response) => {
  const fault = current();
  fault?.(request, response);
  return !!fault;
};

/** Lets a listener have a server's requests first. It answers `true` for those that it has dealt with. */
export function putBefore(server, first) {
  const [answer] = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => first(request, response) || answer(request, response));
}
