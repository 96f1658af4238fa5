// An applicant takes longer than a token is valid. One second stands for two and a half minutes: the token is valid for 15, the journey takes 40.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { serve, signToken, startWorld } from '../cli/serve/process.mjs';
import { filesOfGuide } from '../support/guide-code.mjs';
import * as applicant from './applicant.mjs';
import { launch } from './stage.mjs';

const SECOND_OF_MINUTES = 2.5;
const seconds = (minutes) => minutes / SECOND_OF_MINUTES;
/** The handler accepts a token for five seconds more, because clocks differ. */
const VALID = seconds(15) - 5;

const guide = filesOfGuide('any-backend.md').get('renew.html');
const renewal = guide.replace('5 * 60_000', String(seconds(5) * 1000));

describe('the cookie with the token', { timeout: 180_000 }, () => {
  let [world, running, application, browser, origin, script, sub] = [];
  before(async () => {
    assert.notEqual(renewal, guide);
    world = await startWorld();
    application = http.createServer(answer).listen(0, '127.0.0.1');
    await once(application, 'listening');
    origin = `http://localhost:${application.address().port}`;
    running = await serve(world, {
      ...world.env,
      LENDING_PUBLIC_ORIGIN: origin,
      LENDING_WEBHOOK_URL: '',
      LENDING_WIDGET: JSON.stringify(world.sandbox.widget),
    });
    assert.ok(running.url, running.errors());
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    application?.close().closeAllConnections();
    await running?.stop();
    await world?.close();
  });

  /** The application: its page, the route that renews the cookie, and the path that it passes on. */
  async function answer(request, response) {
    if (request.url.startsWith('/api/lending/')) {
      const { method, headers, url } = request;
      const passed = http.request(running.url + url, { method, headers }, (from) => {
        response.writeHead(from.statusCode, from.headers);
        from.pipe(response);
      });
      return void request.pipe(passed);
    }
    const exp = Math.floor(Date.now() / 1000 + VALID);
    const token = await signToken({ sub, aud: origin, exp });
    const cookie = `__Host-lending-user=${token}; Path=/; Secure; HttpOnly; SameSite=Lax`;
    const page = `<!doctype html><html lang="en"><title>Funding</title>${script}
      <script type="module" src="/api/lending/elements/journey.js"></script>
      <lending-onboarding endpoint="/api/lending"></lending-onboarding>`;
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookie }).end(page);
  }

  /** Goes to the offers in forty minutes. Returns the minutes that it took. */
  async function apply(page) {
    const started = Date.now();
    await page.goto(origin);
    await applicant.goTo(page, 'offers', { look: () => setTimeout((seconds(40) * 1000) / 6) });
    return ((Date.now() - started) / 1000) * SECOND_OF_MINUTES;
  }

  it('is renewed while the applicant fills in the forms for forty minutes', async () => {
    [script, sub] = [renewal, 'renewed'];
    const before = running.lines.length;
    assert.ok((await apply(await browser.newPage())) >= 40);
    assert.deepEqual(
      running.lines.slice(before).filter(({ message }) => /Nobody is signed in/.test(message)),
      [],
    );
  });

  it('is too old after fifteen minutes without the script of the guide', async () => {
    [script, sub] = ['', 'expired'];
    const page = await (await browser.createBrowserContext()).newPage();
    await page.goto(origin);
    await applicant.reach(page, 'Your business');
    const before = running.lines.length;
    await setTimeout((seconds(15) + 1) * 1000);
    await applicant.fillCompany(page);
    await page.waitForSelector('>>> [part="signed-out"]', { visible: true });
    assert.match(JSON.stringify(running.lines.slice(before)), /Nobody is signed in: the token has expired/);
  });
});
