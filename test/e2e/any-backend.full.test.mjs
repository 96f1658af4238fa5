// docs/any-backend.md word for word, with the package that `npm pack` makes of a clean clone, in an empty folder for each application:
// a browser goes from the page to the offers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { packClone } from '../../scripts/pack-clone.mjs';
import { apt, freePort, isOnPath, npmCommand, run } from '../../scripts/setup.mjs';
import { serve, signToken, startWorld } from '../cli/serve/process.mjs';
import { cli } from '../support/doctor.mjs';
import { filesOfGuide } from '../support/guide-code.mjs';
import * as applicant from './applicant.mjs';
import { launch } from './stage.mjs';

const PAGE = `<!doctype html><html lang="en"><title>Funding</title>
<link rel="stylesheet" href="/api/lending/elements/lending-elements.css">
<script type="module" src="/api/lending/elements/journey.js"></script>
<h1>Funding</h1><lending-onboarding endpoint="/api/lending"></lending-onboarding>`;

/** What an application of this kind has already: its settings, its users and its page. */
const DJANGO = `
import json, sys
from types import SimpleNamespace
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import path, re_path
def sign_in(respond):
    def middleware(request):
        request.user = SimpleNamespace(is_authenticated='user' in request.COOKIES, pk=42)
        return respond(request)
    return middleware
if __name__ == '__main__':
    settings.configure(ROOT_URLCONF='app', SECRET_KEY='x' * 50, ALLOWED_HOSTS=['*'], DATA_UPLOAD_MAX_MEMORY_SIZE=12_000_000,
                       MIDDLEWARE=['django.middleware.csrf.CsrfViewMiddleware', 'app.sign_in'])
    execute_from_command_line(['app', 'runserver', '--noreload', sys.argv[1]])
else:
    import funding
    page = lambda request: HttpResponse(open('page.html').read(), headers={'Set-Cookie': 'user=42'})
    urlpatterns = [path('', page), re_path(r'^api/lending/', funding.lending), path('lending-webhook', funding.webhook)]
`;
const PROGRESS_PY =
  "import json\ndef record(identity, event):\n    open('events.txt', 'a').write(json.dumps([identity, event]) + '\\n')\n";
const PHP = `<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (str_starts_with($path, '/api/lending/')) require 'lending.php';
elseif ($path === '/lending-webhook') require 'lending-webhook.php';
else { session_start(); $_SESSION['user'] = 42; readfile('page.html'); }
`;
const PROGRESS_PHP =
  '<?php function record($id, $event) { file_put_contents(\'events.txt\', json_encode([$id, $event]) . "\\n", FILE_APPEND | LOCK_EX); }';

/** Each application: its Debian packages, its own files, and the command that starts it on a port. */
const APPLICATIONS = {
  Django: {
    packages: ['python3-django', 'python3-jwt', 'python3-requests'],
    isMissing: () =>
      ['django', 'jwt', 'requests'].some((name) => !fs.existsSync(`/usr/lib/python3/dist-packages/${name}`)),
    own: ['funding.py'],
    files: { 'app.py': DJANGO, 'progress.py': PROGRESS_PY },
    command: ({ port }) => ['/usr/bin/python3', 'app.py', `127.0.0.1:${port}`],
  },
  PHP: {
    packages: ['php-cli', 'php-curl'],
    own: ['lending.php', 'lending-webhook.php'],
    isMissing: () => !isOnPath('php'),
    files: { 'router.php': PHP, 'progress.php': PROGRESS_PHP },
    command: ({ port }) => ['php', '-d', 'enable_post_data_reading=0', '-S', `127.0.0.1:${port}`, 'router.php'],
  },
  nginx: {
    packages: ['nginx-light'],
    own: ['lending.conf'],
    isMissing: () => !isOnPath('nginx') && !fs.existsSync('/usr/sbin/nginx'),
    async prepare({ folder, port, url, origin }) {
      const application = createServer(async (request, response) => {
        const isSignedIn = request.headers.cookie?.includes('user=42');
        const token = isSignedIn && { 'x-lending-token': await signToken({ sub: '42', aud: origin }) };
        if (request.url === '/lending-token') return response.writeHead(204, { ...token }).end();
        if (request.url === '/lending-webhook')
          fs.appendFileSync(path.join(folder, 'events.txt'), `["", ${(await request.toArray()).join('')}]\n`);
        response.setHeader('set-cookie', 'user=42').end(PAGE);
      }).listen(0, '127.0.0.1');
      await once(application, 'listening');
      const own = `127.0.0.1:${application.address().port}`;
      const parts = filesOfGuide('any-backend.md').get('lending.conf');
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/tmp;`,
      );
      const conf = `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log stderr; events {}
        http { ${temporary.join(' ')} access_log off; server { listen 127.0.0.1:${port};
        ${parts.replaceAll('127.0.0.1:4020', new URL(url).host).replaceAll('127.0.0.1:8000', own)}
        location / { proxy_pass http://${own}; } } }`;
      fs.writeFileSync(path.join(folder, 'nginx.conf'), conf);
      return () => application.close().closeAllConnections();
    },
    command: ({ folder }) => ['/usr/sbin/nginx', '-c', `${folder}/nginx.conf`, '-e', 'stderr'],
  },
};

/** Starts the handler's process and the application. */
async function start({ packages, isMissing, files = {}, prepare, command }) {
  if (isMissing()) apt('install', '--yes', '--no-install-recommends', ...packages);
  const world = await startWorld();
  const { folder } = world;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const [npm, words, options] = npmCommand(['install', '--no-audit', '--no-fund', tarball, 'libsql']);
  run(npm, words, { cwd: folder, ...options });
  const variables = {
    ...world.env,
    LENDING_PUBLIC_ORIGIN: origin,
    LENDING_WEBHOOK_URL: `${origin}/lending-webhook`,
    LENDING_WIDGET: `'${JSON.stringify(world.sandbox.widget)}'`,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  fs.writeFileSync(path.join(folder, 'lending.env'), lines.join('\n'));
  const installed = { folder, dist: path.join(folder, 'node_modules/lending-elements/dist') };
  const running = await serve(installed, {}, '--env', 'lending.env');
  assert.ok(running.url, running.errors());
  for (const [name, text] of [...filesOfGuide('any-backend.md'), ...Object.entries(files), ['page.html', PAGE]])
    fs.writeFileSync(path.join(folder, name), text);
  const place = { folder, port, url: running.url, origin };
  const end = await prepare?.(place);
  const [program, ...args] = command(place);
  const { LENDING_USER_KEY, LENDING_WEBHOOK_SECRET } = world.env;
  const own = { LENDING_USER_KEY, LENDING_WEBHOOK_SECRET, LENDING_PUBLIC_ORIGIN: origin, LENDING_SERVE: running.url };
  const env = { PATH: process.env.PATH, PHP_CLI_SERVER_WORKERS: '4', ...own };
  // It ends the workers too.
  const child = spawn('timeout', ['120', program, ...args], { cwd: folder, env, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const ended = once(child, 'close');
  const isUp = () =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  for (const limit = Date.now() + 30_000; !(await isUp());) {
    assert.ok(Date.now() < limit && child.exitCode === null, output);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const close = async () => {
    // PHP and nginx have workers.
    process.kill(-Number(child.pid), 'SIGTERM');
    await ended;
    await running.stop();
    end?.();
    await world.close();
  };
  return { origin, folder, world, running, output: () => output, close };
}

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-any-backend-'));
let tarball;
before(() => ({ tarball } = packClone(home)));
after(() => fs.rmSync(home, { recursive: true, force: true }));

for (const [name, application] of Object.entries(APPLICATIONS))
  describe(`the guide for ${name}`, { timeout: 240_000 }, () => {
    let stage;
    let browser;
    before(async () => {
      stage = await start(application);
      browser = await launch();
    });
    after(async () => {
      await browser?.close();
      await stage?.close();
    });

    it('needs at most thirty lines of the partner', () => {
      const files = filesOfGuide('any-backend.md');
      const isCode = (line) => line.trim() && !/^\s*(#|\/\/)/.test(line);
      const lines = application.own.flatMap((file) => files.get(file).split('\n').filter(isCode));
      assert.ok(lines.length <= 30, `${lines.length} lines`);
    });

    it('leads an applicant with a document to the offers, and the application hears of each step', async () => {
      const page = await browser.newPage();
      await page.goto(stage.origin);
      // Many servers accept 1 MB by default.
      await applicant.goTo(page, 'offers', { document: await applicant.writeStatement(2e6) });
      await page.waitForSelector('lending-onboarding >>> lending-widget:state(ready)', { visible: true });
      const events = () =>
        fs
          .readFileSync(path.join(stage.folder, 'events.txt'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)[1]);
      for (const limit = Date.now() + 20_000; events().length < 5 && Date.now() < limit;)
        await new Promise((resolve) => setTimeout(resolve, 100));
      assert.deepEqual(
        events().map(({ data }) => [data.subject, data.step]),
        ['created', 'document-sent', 'figures-sent', 'offers-requested', 'token-issued'].map((step) => ['42', step]),
        stage.output(),
      );
    });

    it('satisfies the doctor', async () => {
      const args = ['--env', 'lending.env', '--no-calls', '--handler', `${stage.origin}/api/lending`];
      const { status, stdout, stderr } = await cli(['doctor', ...args], {}, stage.folder);
      assert.equal(status, 0, stdout + stderr);
    });

    // Behind nginx the application is any one.
    if (name !== 'nginx')
      it('accepts no webhook with another signature', async () => {
        const { status } = await fetch(`${stage.origin}/lending-webhook`, {
          method: 'POST',
          headers: {
            'webhook-id': 'x',
            'webhook-timestamp': `${Math.floor(Date.now() / 1000)}`,
            'webhook-signature': 'v1,MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
          },
          body: '{}',
        });
        assert.equal(status, 401);
      });
  });
