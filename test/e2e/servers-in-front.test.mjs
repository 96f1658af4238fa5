// Responses of a real nginx in front of the handler, to the calls that a page sends with fetch, and to an upload that it sends with XMLHttpRequest.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../scripts/setup.mjs';
import { useStage } from './stage.mjs';
import { until } from './walk/walk.mjs';

const NGINX = '/usr/sbin/nginx';

/** What nginx does with the calls under each path, and the codes of a session, an upload with fetch and one with XMLHttpRequest. */
const ROWS = {
  'sign-in': ['return 302 /page;', 'adapter-redirected'],
  'sign-in elsewhere': ['return 302 http://localhost:$server_port/page;', 'adapter-redirected'],
  // As Next does with `trailingSlash: true`. XMLHttpRequest follows it, and the response is the handler's own.
  slash: ['if ($uri !~ /$) { return 308 $uri/; }', 'adapter-redirected', 'adapter-redirected', 'handler-not-created'],
  challenge: ['return 403;', 'adapter-blocked'],
  busy: ['add_header Retry-After 30 always; return 429;', 'adapter-too-many', undefined, undefined, 30],
  away: ['add_header Retry-After 120 always; return 503;', 'adapter-unavailable', undefined, undefined, 120],
  down: ['return 503;', 'adapter-unexpected-response'],
  gateway: ['return 502;', 'adapter-unexpected-response'],
  // The limit of nginx without a setting. The session is small.
  limit: ['client_max_body_size 1m;', undefined, 'adapter-too-large', 'adapter-too-large'],
};

/** Runs in the page: makes the three calls, and returns the code and the wait of each. */
async function callAll(endpoint) {
  const { createAdapter } = await import('/lending-elements/journey.js');
  const file = new File(['%PDF-1.7\n', 'x'.repeat(1_200_000), '\n%%EOF\n'], 'statement.pdf', {
    type: 'application/pdf',
  });
  const outcome = (call) =>
    call.then(
      () => [],
      ({ code, retryAfter }) => [code, retryAfter],
    );
  const { session, uploadDocument } = createAdapter({ endpoint });
  return [
    await outcome(session()),
    await outcome(uploadDocument({ file, type: 'bank-statement' })),
    await outcome(uploadDocument({ file, type: 'bank-statement' }, { onProgress() {} })),
  ];
}

describe(
  'a server in front of the handler',
  { timeout: 120_000, skip: !fs.existsSync(NGINX) && 'nginx is not installed' },
  () => {
    let folder;
    let nginx;
    let page;
    const stage = useStage();

    before(async () => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-nginx-'));
      const port = await freePort();
      const to = (path) =>
        `proxy_set_header Host $http_host; proxy_pass ${stage.servers.url.replace(/\/$/, '')}${path};`;
      const locations = Object.entries(ROWS).map(([name, [directives]]) => {
        // `proxy_pass` does not work next to `return`.
        const handler = /^(if|client)/.test(directives) ? to('/api/lending/') : '';
        return `location "/${name.replace(' ', '-')}/" { ${directives} ${handler} }`;
      });
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/tmp;`,
      );
      const conf = `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log stderr; events {}
      http { ${temporary.join(' ')} access_log off; server { listen 127.0.0.1:${port}; client_max_body_size 0;
      ${locations.join('\n')}
      location = /page { default_type text/html; return 200 '<!doctype html><title>Sign in</title>'; }
      location / { ${to('')} } } }`;
      fs.writeFileSync(path.join(folder, 'nginx.conf'), conf);
      nginx = spawn(NGINX, ['-c', `${folder}/nginx.conf`, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] });
      const url = `http://127.0.0.1:${port}/`;
      await until(() =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      page = await stage.browser.newPage();
      await page.setBypassCSP(true);
      await page.goto(url);
    });
    after(async () => {
      nginx?.kill();
      if (nginx?.exitCode === null) await once(nginx, 'exit');
      fs.rmSync(folder, { recursive: true, force: true });
    });

    for (const [name, [, session, upload = session, large = session, seconds]] of Object.entries(ROWS))
      it(`has the right code for each kind of call: ${name}`, async () => {
        const outcomes = await page.evaluate(callAll, `/${name.replace(' ', '-')}`);
        assert.deepEqual(
          outcomes.map(([code]) => code),
          [session, upload, large],
        );
        if (seconds) assert.deepEqual(new Set(outcomes.map(([, wait]) => wait)), new Set([seconds]));
      });
  },
);
