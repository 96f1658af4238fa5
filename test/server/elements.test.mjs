// The files of the elements through a real socket. The files are those of dist/.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { request as open } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { memoryStore } from '../../src/server/index.ts';
import { elementFiles, fromEnv, toNodeListener } from '../../src/server/node/index.ts';
import { version } from '../../src/version.ts';
import { DIST, ensureBuilt } from '../support/dist.mjs';
import { newFolder, read, SECRET, serve, setup } from './setup.ts';

const CDN = path.join(DIST, 'cdn');
const ELEMENTS = '/api/lending/elements';

/** A backend on a socket whose partner functions must not be called. */
async function start(test, options = {}) {
  const { handle, log } = setup({
    authorize: () => assert.fail('nobody is asked for'),
    store: { ...memoryStore(), count: () => assert.fail('nothing is counted') },
    ...options,
  });
  const server = await serve(express().use('/api/lending', toNodeListener(handle)), test);
  /** Sends the path as it is written, without the rules of a URL. */
  async function get(target, headers = {}, method = 'GET') {
    const sent = open({ port: server.port, host: '127.0.0.1', path: target, method, headers }).end();
    const [response] = await once(sent, 'response');
    const body = Buffer.concat(await response.toArray());
    return { status: response.statusCode, headers: response.headers, body };
  }
  return { ...server, get, log };
}

const ending = (encoding) => (encoding === 'gzip' ? 'gz' : encoding);
const codeOf = ({ body }) => JSON.parse(body.toString()).code;
const remedyOf = ({ body }) => JSON.parse(body.toString()).remedy ?? '';
const bytesOf = (name) => fs.readFileSync(path.join(CDN, name));

describe('GET elements', () => {
  let names;
  before(async () => {
    await ensureBuilt();
    names = Object.keys(JSON.parse(fs.readFileSync(path.join(CDN, 'integrity.json'), 'utf8')));
  });

  it('serves each file of the package, for anybody, with its type and without a cookie', async (test) => {
    const { get } = await start(test);
    const types = {
      '.js': 'text/javascript',
      '.css': 'text/css',
      '.json': 'application/json',
      '.map': 'application/json',
    };
    const all = [...names, 'integrity.json', 'journey.js.map'];
    assert.ok(all.length > 50 && names.some((name) => name.startsWith('elements/later-steps-')));
    for (const folder of [ELEMENTS, `${ELEMENTS}/${version}`])
      for (const name of all) {
        const { status, headers, body } = await get(`${folder}/${name}`);
        assert.equal(status, 200, name);
        assert.ok(body.equals(bytesOf(name)), name);
        assert.equal(headers['content-type'], `${types[path.extname(name)]}; charset=utf-8`);
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
        assert.equal(headers['access-control-allow-origin'], '*');
        assert.equal(headers['access-control-allow-credentials'], undefined);
        assert.equal(headers['set-cookie'], undefined);
        const isFixed = folder !== ELEMENTS || /^elements\/.*-.{8}\.js$/.test(name);
        assert.equal(headers['cache-control'], isFixed ? 'public, max-age=31536000, immutable' : 'public, no-cache');
      }
  });

  it('serves every file that a script imports, at the URL of the import', async (test) => {
    const { get } = await start(test);
    for (const folder of [ELEMENTS, `${ELEMENTS}/${version}`])
      for (const name of names.filter((one) => one.endsWith('.js'))) {
        const imports = bytesOf(name)
          .toString()
          .matchAll(/(?:from|import)\s*\(?["'](\.[^"']+)["']/g);
        for (const [, target] of imports) {
          const { pathname } = new URL(target, `http://partner.example${folder}/${name}`);
          assert.equal((await get(pathname, {}, 'HEAD')).status, 200, `${name} imports ${target}`);
        }
      }
  });

  it('responds with 304 to a browser that has the file, for each encoding', async (test) => {
    const { get } = await start(test);
    const seen = new Set();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const first = await get(`${ELEMENTS}/journey.js`, { 'accept-encoding': encoding });
      const tag = first.headers.etag;
      seen.add(tag);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const again = await get(`${ELEMENTS}/journey.js`, { 'accept-encoding': encoding, 'if-none-match': known });
        assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, tag], known);
        assert.equal(again.headers['cache-control'], 'public, no-cache');
        assert.equal(again.headers.vary, 'accept-encoding');
      }
      const changed = await get(`${ELEMENTS}/journey.js`, { 'accept-encoding': encoding, 'if-none-match': '"other"' });
      assert.deepEqual([changed.status, changed.body.length], [200, first.body.length]);
    }
    assert.equal(seen.size, 3);
  });

  it('compresses as the browser accepts it', async (test) => {
    const { get } = await start(test);
    const rows = [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
      ['deflate', undefined],
      ['identity', undefined],
      [',;,=', undefined],
    ];
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, encoding] of rows) {
      const { headers, body } = await get(`${ELEMENTS}/journey.js`, { 'accept-encoding': accepted });
      assert.equal(headers['content-encoding'], encoding, accepted);
      assert.equal(headers.vary, 'accept-encoding');
      assert.ok((encoding ? unpack[encoding](body) : body).equals(bytesOf('journey.js')), accepted);
      if (encoding) assert.ok(body.length < 33_000);
    }
  });

  it('sends the compressed files of the package, and a file that has none as it is', async (test) => {
    for (const name of names) {
      assert.ok(brotliDecompressSync(bytesOf(`${name}.br`)).equals(bytesOf(name)), name);
      assert.ok(gunzipSync(bytesOf(`${name}.gz`)).equals(bytesOf(name)), name);
    }
    const folder = path.join(newFolder(), 'cdn');
    fs.cpSync(CDN, folder, { recursive: true });
    for (const ending of ['br', 'gz']) fs.writeFileSync(path.join(folder, `journey.js.${ending}`), `as ${ending}`);
    for (const ending of ['br', 'gz']) fs.rmSync(path.join(folder, `widget.js.${ending}`));
    const { get } = await start(test, { serveFiles: elementFiles(folder) });
    for (const [accepted, text] of [
      ['br', 'as br'],
      ['gzip', 'as gz'],
    ]) {
      const headers = { 'accept-encoding': accepted };
      assert.equal((await get(`${ELEMENTS}/journey.js`, headers)).body.toString(), text);
      assert.ok((await get(`${ELEMENTS}/widget.js`, headers)).body.equals(bytesOf('widget.js')));
      assert.equal((await get(`${ELEMENTS}/journey.js.${ending(accepted)}`)).status, 404);
    }
  });

  it('responds to HEAD with the headers alone', async (test) => {
    const { get } = await start(test);
    const [head, whole] = [await get(`${ELEMENTS}/widget.js`, {}, 'HEAD'), await get(`${ELEMENTS}/widget.js`)];
    assert.equal(head.body.length, 0);
    const { date: _, ...expected } = whole.headers;
    assert.deepEqual({ ...head.headers, date: undefined }, { ...expected, date: undefined });
  });

  it('rejects other methods', async (test) => {
    const { get } = await start(test);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await get(`${ELEMENTS}/journey.js`, { 'content-length': '0' }, method);
      assert.deepEqual([answer.status, codeOf(answer), answer.headers.allow], [405, 'handler-method', 'GET, HEAD']);
    }
  });

  it('responds with 400 or 404 to any other name: paths, encodings and names of object members', async (test) => {
    const folder = newFolder();
    fs.cpSync(CDN, path.join(folder, 'cdn'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'secret.js'), 'a secret');
    fs.writeFileSync(path.join(folder, 'cdn/own.js'), 'a file that is not in the list');
    const { get, port } = await start(test, { serveFiles: elementFiles(path.join(folder, 'cdn')) });
    const targets = [
      '../secret.js', '..%2fsecret.js', '%2e%2e/secret.js', '%2e%2e%2fsecret.js', '..%5csecret.js', '..\\secret.js',
      '....//secret.js', './../secret.js', '/../secret.js', '//secret.js', '%252e%252e%252fsecret.js', '..;/secret.js',
      '%c0%ae%c0%ae/secret.js', `${version}/../../secret.js`, `${version}/%2e%2e/%2e%2e/secret.js`, 'own.js', 'elements/../own.js',
      'elements', 'elements/', '', version, `${version}/`, `${version}//journey.js`, '/journey.js', 'journey.js/', 'JOURNEY.JS',
      'journey%2ejs', '%6aourney.js', 'journey.js%00', 'journey.js%20', 'journey.js\t', 'journey', 'constructor', '__proto__', 'toString',
      'hasOwnProperty', 'package.json', '../index.js', '../server/index.js', `file://${folder}/secret.js`, `${folder}/secret.js`,
    ]; // prettier-ignore
    for (const target of targets) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${ELEMENTS}/${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
      const answer = Buffer.concat(await socket.toArray()).toString();
      assert.match(answer, /^HTTP\/1\.1 40[04] /, target);
      assert.doesNotMatch(answer, /a secret|not in the list|root:|immutable/, target);
      if (answer.startsWith('HTTP/1.1 404') && answer.includes('{')) assert.match(answer, /"code":"handler-not-found"/);
    }
    assert.equal((await get(`${ELEMENTS}/journey.js?v=2#x`)).status, 200);
  });

  it('reports that the page has another version than the backend, and lists nothing', async (test) => {
    const { get } = await start(test);
    const answer = await get(`${ELEMENTS}/99.0.0/journey.js`);
    assert.deepEqual([answer.status, codeOf(answer)], [404, 'handler-not-found']);
    assert.match(remedyOf(answer), new RegExp(`another version than the backend, which has ${version}`));
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(remedyOf(await get(`${ELEMENTS}/99.0.0/other.js`)), '');
  });

  it('serves nothing when the option is false', async (test) => {
    const { get } = await start(test, { serveFiles: false });
    const answer = await get(`${ELEMENTS}/journey.js`);
    assert.deepEqual([answer.status, codeOf(answer)], [404, 'handler-not-found']);
  });

  it('reports the remedy if the folder is missing, and does not crash', async (test) => {
    const { get } = await start(test, { serveFiles: elementFiles(path.join(newFolder(), 'cdn')) });
    const answer = await get(`${ELEMENTS}/journey.js`);
    assert.deepEqual([answer.status, codeOf(answer)], [404, 'handler-not-found']);
    assert.match(remedyOf(answer), /has no files of the elements.+dist\/cdn/);
    const { handle } = setup();
    const elsewhere = await handle(new Request(`https://partner.example${ELEMENTS}/journey.js`));
    assert.match((await read(elsewhere)).remedy, /has no files of the elements/);
  });

  it('keeps one version while the package is replaced on the disk', async (test) => {
    const folder = path.join(newFolder(), 'cdn');
    fs.cpSync(CDN, folder, { recursive: true });
    const { get } = await start(test, { serveFiles: elementFiles(folder) });
    await get(`${ELEMENTS}/lending-elements.css`);
    fs.rmSync(folder, { recursive: true });
    const { status, body } = await get(`${ELEMENTS}/journey.js`, { 'accept-encoding': 'br' });
    assert.deepEqual([status, brotliDecompressSync(body).equals(bytesOf('journey.js'))], [200, true]);
    assert.equal((await get(`${ELEMENTS}/journey.js.map`)).status, 404);
  });

  it('logs the route without the name of the file, and no error', async (test) => {
    const { get, log } = await start(test);
    await get(`${ELEMENTS}/journey.js?email=jane@example.com`);
    await get(`${ELEMENTS}/jane@example.com`);
    assert.deepEqual(
      log.map(({ route, status, code }) => [route, status, code]),
      [
        ['GET /api/lending/elements', 200, undefined],
        ['GET /api/lending/elements', 404, 'handler-not-found'],
      ],
    );
  });

  it('works with fromEnv() without a listener, and serves the script of an isolated widget', async () => {
    const { serveFiles } = fromEnv({
      LENDING_ENVIRONMENT: 'sandbox',
      LENDING_BASE_URL: 'http://127.0.0.1:4010',
      LENDING_SECRET_KEY: 'a-key',
      LENDING_SESSION_SECRET: SECRET,
    });
    const { handle } = setup({ serveFiles });
    const get = (name) => handle(new Request(`https://partner.example/api/lending/${name}`));
    const response = await get('elements/frame.js');
    const hash = createHash('sha256').update(bytesOf('frame.js')).digest('hex');
    const body = Buffer.from(await response.arrayBuffer());
    assert.equal(createHash('sha256').update(body).digest('hex'), hash);
    assert.match(await (await get('frame')).text(), / src="\/api\/lending\/elements\/frame\.js"/);
    const own = setup({ serveFiles, frame: { scriptUrl: '/own/frame.js' } });
    const framed = await own.handle(new Request('https://partner.example/api/lending/frame'));
    assert.match(await framed.text(), / src="\/own\/frame\.js"/);
  });
});
