// Deployments: a page and a handler of two versions, in each direction, and both handlers on one database.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';
import * as current from 'lending-elements/server/node';
import { authorize, signIn } from '../../examples/partner.mjs';
import { startWorld } from '../cli/serve/process.mjs';
import { DIST, ROOT } from '../support/dist.mjs';
import * as applicant from './applicant.mjs';
import { launch } from './stage.mjs';

/** The package as it was when it began to read the session with POST: the other version of a deployment. A version that changes the calls needs a newer one. */
const COMMIT = 'a5d6242f16d5f03b3919689a79ce4500dd578b76';
const PREVIOUS_VERSION = '0.0.9';
const FOLDER = path.join(ROOT, 'artifacts', `previous-${COMMIT}`);

/** Returns the handler's module of the earlier version. It is built once. */
async function previousServer() {
  if (!fs.existsSync(path.join(FOLDER, 'dist/cdn/integrity.json'))) build();
  return import(pathToFileURL(path.join(FOLDER, 'dist/server/node/index.js')).href);
}

function build() {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  const modules = path.join(FOLDER, 'node_modules');
  fs.mkdirSync(modules, { recursive: true });
  run('tar', ['x', '-C', FOLDER], { input: run('git', ['archive', COMMIT], { cwd: ROOT }) });
  // A folder of links, because the build leaves a mark in it.
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules')))
    if (name === '.bin' || !name.startsWith('.'))
      fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  for (const file of ['package.json', 'src/version.ts'].map((name) => path.join(FOLDER, name)))
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('0.1.0', PREVIOUS_VERSION));
  run(process.execPath, ['scripts/build.mjs'], { cwd: FOLDER });
}

function run(command, args, options) {
  const { status, stdout, stderr } = spawnSync(command, args, { maxBuffer: 2 ** 28, ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

const PAGE = `<!doctype html><html lang="en"><title>Funding</title>
<link rel="stylesheet" href="/api/lending/elements/lending-elements.css">
<script type="module" src="/api/lending/elements/journey.js"></script>
<h1>Funding</h1><lending-onboarding endpoint="/api/lending"></lending-onboarding>`;
const ALL_CALLS = [
  'createApplication 201 Acme LTD',
  'uploadDocument 201',
  'prequalify 201',
  'requestOffers 201',
  'authenticate 201',
];
const [OLD, NEW] = ['the version before', 'the version after'];

describe('a deployment', { timeout: 600_000 }, () => {
  const listeners = {};
  /** Returns the version that handles a request. */
  let choose;
  let [world, server, browser, url, missing] = [];
  before(async () => {
    world = await startWorld();
    const env = { ...world.env, LENDING_WIDGET: JSON.stringify(world.sandbox.widget) };
    const servers = { [OLD]: await previousServer(), [NEW]: current };
    for (const [version, { createHandler, fromEnv, toNodeListener }] of Object.entries(servers))
      listeners[version] = toNodeListener(createHandler({ ...fromEnv(env), authorize }));
    server = createServer((request, response) => {
      response.on('finish', () => void (response.statusCode === 404 && missing.push(request.url)));
      if (request.url.startsWith('/api/lending/')) return listeners[choose(request)](request, response);
      const isKnown = authorize({ headers: new Headers({ cookie: request.headers.cookie ?? '' }) });
      response.writeHead(200, { 'content-type': 'text/html', ...(!isKnown && { 'set-cookie': signIn() }) }).end(PAGE);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${server.address().port}`;
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    server?.close().closeAllConnections();
    await world?.close();
  });

  /** Opens the page, and presses the button of each panel about a failure. Returns the page and the texts of these buttons. */
  async function open() {
    missing = [];
    const page = await (await browser.createBrowserContext()).newPage();
    await page.goto(url);
    const pressed = [];
    const look = async () => {
      while (!page.isClosed()) {
        const text = await page.evaluate(pressPanel).catch(() => undefined);
        if (text) pressed.push(text);
        await setTimeout(700);
      }
    };
    void look();
    return { page, pressed };
  }

  /** Goes to the offers, and returns the calls that the service got, with a name that was typed before the deployment. */
  async function finish(page, look) {
    await applicant.goTo(page, 'offers', { document: await applicant.writeStatement(), look });
    await page.waitForSelector('lending-onboarding >>> lending-widget:state(ready)', { visible: true });
    await page.close();
    const { calls } = world.sandbox.applications.at(-1);
    return calls.map(({ name, status, body }) =>
      [name, status, body?.company?.registered_name].filter(Boolean).join(' '),
    );
  }

  for (const [first, then] of [
    [OLD, NEW],
    [NEW, OLD],
  ]) {
    it(`tells a page of ${first} to reload when ${then} has other parts, and keeps the answers`, async () => {
      choose = () => first;
      const { page, pressed } = await open();
      await page.waitForNetworkIdle();
      choose = () => then;
      assert.deepEqual(await finish(page), ALL_CALLS);
      assert.ok(missing.length > 0, 'a part of the page does not exist any more');
      // The earlier version does not ask the handler for its version.
      const buttons = [...(first === OLD ? ['Try again'] : []), 'Reload this page'];
      assert.deepEqual([...new Set(pressed)], buttons);
    });

    it(`is not noticed by a page of ${first} that has all its parts`, async () => {
      choose = () => first;
      const { page, pressed } = await open();
      const steps = [];
      const sent = await finish(page, (step) => {
        steps.push(step);
        if (step === 'documents') choose = ({ url }) => (url.includes('/elements/') ? first : then);
      });
      assert.deepEqual(sent, ALL_CALLS);
      assert.deepEqual(pressed, []);
    });
  }

  it('has two versions on one database, which handle the requests of a page in turn', async () => {
    let count = 0;
    choose = ({ url }) => (url.includes('/elements/') || ++count % 2 ? OLD : NEW);
    const { page, pressed } = await open();
    assert.deepEqual(await finish(page), ALL_CALLS);
    assert.deepEqual(pressed, []);
    assert.ok(count > 10);
    const check = spawnSync(process.execPath, [path.join(DIST, 'cli.js'), 'consents', 'check'], { env: world.env });
    assert.equal(check.status, 0, String(check.stdout) + check.stderr);
    assert.match(String(check.stdout), /none was changed/);
  });
});

/** Runs in the page: presses the button of a panel about a failure, and returns its text. */
function pressPanel() {
  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
    const button = root.querySelector('#failure button');
    if (button?.checkVisibility()) {
      button.click();
      return button.textContent.trim();
    }
  }
  return undefined;
}
