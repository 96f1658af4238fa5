// The processes of `npm run bench:server` and `bench/capacity.mjs`: the service, and handlers with applicants who send requests.
import { Buffer } from 'node:buffer';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Pool } from 'undici';
import { sampleApplication, samplePrequalification } from '../stories/support/samples.mjs';
import { documentForm, evidenceOf, headersOf, json, MOUNT } from '../test/fixtures/page-requests.mjs';

/** Returns a form with a document of this size in bytes. */
export function formOf(bytes) {
  const document = Buffer.alloc(bytes, 'a line of a statement\n');
  document.write('%PDF-1.7\n');
  document.write('\n%%EOF\n', bytes - 7);
  return documentForm(document);
}

/**
 * A signed-in applicant with a browser that stores cookies. `client` is an undici client for a contender. `sign(user)` resolves to the token
 * that a proxy adds to each request.
 */
class Page {
  #client;
  #origin;
  #cookies = new Map([['user', randomUUID()]]);
  #token;

  constructor(client, origin, sign) {
    this.#client = client;
    this.#origin = origin;
    this.#token = sign?.(this.#cookies.get('user'));
  }

  create = () => this.#send('applications', json(sampleApplication()));
  upload = (form) => this.#send('documents', form);
  token = () => this.#send('widget-token', json({}));
  prequalify = () => this.#send('prequalification', json(samplePrequalification()));

  /** Sends the journey's five calls. Only the library's handler serves a notice, which the consent refers to. */
  async journey(form, hasNotice) {
    await this.create();
    await this.upload(form);
    await this.prequalify();
    const evidence = hasNotice ? evidenceOf(JSON.parse(await this.#send('consent', json({})))) : undefined;
    await this.#send('request-offers', json({ credit_score_check_consent: true, evidence }));
    await this.token();
  }

  async #send(call, form) {
    const token = await this.#token;
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const { statusCode, headers, body } = await this.#client.request({
      path: `${MOUNT}/${call}`,
      method: 'POST',
      headers: {
        ...headersOf({ origin: this.#origin, cookie, form }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: form.body,
    });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${call} returned status ${statusCode}: ${text.slice(0, 200)}`);
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      this.#cookies.set(name, value);
    }
    return text;
  }
}

async function start(file, ...args) {
  const child = fork(new URL(file, import.meta.url), args, { execArgv: ['--expose-gc'] });
  const [{ port }] = await once(child, 'message');
  const usage = async (question = 'time') => {
    child.send(question);
    return (await once(child, 'message'))[0];
  };
  const stop = async () => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { origin: `http://127.0.0.1:${port}`, usage, stop };
}

export const startService = () => start('service.mjs');

/**
 * Starts a contender of contenders.mjs with applicants who have an application. `places` has the origin of the service, and where the
 * stores are. `sign(user, origin)` returns the token of an applicant. `newPage()` makes another applicant.
 */
export async function startContender(name, places, { connections, applicants, sign }) {
  const child = await start('contenders.mjs', name, JSON.stringify(places));
  const client = new Pool(child.origin, { connections });
  const newPage = () => new Page(client, child.origin, sign ? (user) => sign(user, child.origin) : undefined);
  const pages = Array.from({ length: applicants }, newPage);
  for (let at = 0; at < pages.length; at += connections)
    await Promise.all(pages.slice(at, at + connections).map((page) => page.create()));
  const stop = async () => {
    await client.close();
    await child.stop();
  };
  return { ...child, name, stop, pages, newPage };
}

/**
 * Runs `work` for each applicant in turn, a few at the same time, until the time is over or enough calls were made. Returns the rate,
 * the p99 in milliseconds, and the processor time of each call in microseconds.
 */
export async function load(contender, atOnce, work, seconds, most = Infinity) {
  const { pages } = contender;
  const before = await contender.usage();
  const times = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: atOnce }, async (_, first) => {
      let now = performance.now();
      for (let at = first; now < until && times.length < most; at += atOnce) {
        await work(pages[at % pages.length]);
        const then = performance.now();
        times.push(then - now);
        now = then;
      }
    }),
  );
  const elapsed = performance.now() - started;
  const after = await contender.usage();
  times.sort((a, b) => a - b);
  return {
    rate: (times.length / elapsed) * 1000,
    p99: times[Math.floor(times.length * 0.99)],
    cpu: (after.cpu - before.cpu) / times.length,
  };
}
