// Cloudflare Workers: no Node modules. Durable Objects store the consents with their locks, and the idempotency keys.
import { DurableObject } from 'cloudflare:workers';
import { createHandler } from 'lending-elements/server';
import { partner, saveApplication, savedApplication, signedInUser, signIn } from '../partner.mjs';
// Wrangler imports a file of HTML as a string.
import page from '../start/funding.html';

const createLending = (env) =>
  createHandler({
    environment: env.LENDING_ENVIRONMENT,
    baseUrl: env.LENDING_BASE_URL,
    secretKey: env.LENDING_SECRET_KEY,
    widget: JSON.parse(env.LENDING_WIDGET),
    sessions: { secret: env.LENDING_SESSION_SECRET, loopback: env.LENDING_ENVIRONMENT === 'sandbox' },
    consents: consentsIn(env.CONSENTS),
    idempotency: idempotencyIn(env.IDEMPOTENCY),
    elements: env.ELEMENTS && elementsIn(env.ELEMENTS),
    settings: { partner },
    authorize: signedInUser,
    onApplicationCreated: saveApplication,
    existingApplication: savedApplication,
  });

let lending;
export default {
  fetch(request, env, context) {
    if (!new URL(request.url).pathname.startsWith('/api/lending/'))
      return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': signIn() } });
    lending ??= createLending(env);
    const response = lending(request);
    // A Worker stops when the applicant leaves the page. Let the call finish, because the next request waits for it.
    context.waitUntil(response);
    return response;
  },
};

/** The files of the elements, which Wrangler has uploaded. */
const elementsIn = (assets) => ({
  async find(name) {
    const response = await assets.fetch(new URL(`/${name}`, 'https://assets.example'));
    if (response.status !== 200) return undefined;
    return {
      type: response.headers.get('content-type'),
      hash: response.headers.get('etag').replace(/^W\/|"/g, ''),
      read: async () => new Uint8Array(await response.arrayBuffer()),
    };
  },
});

/** Milliseconds to wait for another request of the same applicant, and after which a lock expires if its Worker has stopped. */
const PATIENCE = 8000;
const LOCK_LIFE = 120_000;

/** The entries of each subject are in an object of their own. Its lock keeps a withdrawal and a request for offers apart. */
function consentsIn(objects) {
  const of = (about) => objects.get(objects.idFromName(about));
  const holders = new Map();
  return {
    append: (entry) => of(entry.about).append(entry),
    about: (about) => of(about).entries(),
    async lock(about) {
      const holder = crypto.randomUUID();
      for (const end = Date.now() + PATIENCE; !(await of(about).lock(holder));) {
        if (Date.now() > end) throw new Error('Another request of this applicant takes too long.');
        await scheduler.wait(50);
      }
      holders.set(about, holder);
    },
    holds: (about) => of(about).isHeldBy(holders.get(about)),
    async unlock(about) {
      const holder = holders.get(about);
      holders.delete(about);
      await of(about).unlock(holder);
    },
  };
}

/** The entries about one subject or notice, and its lock. A method resolves once its change is on disk. */
export class Consents extends DurableObject {
  async append(entry) {
    const { size } = await this.ctx.storage.list({ prefix: 'entry ' });
    await this.ctx.storage.put(`entry ${String(size).padStart(6, '0')}`, entry);
  }
  async entries() {
    return [...(await this.ctx.storage.list({ prefix: 'entry ' })).values()];
  }
  /** Returns false if another request holds the lock. No other event comes between the reading and the writing. */
  async lock(holder) {
    const lock = await this.ctx.storage.get('lock');
    if (lock && Date.now() < lock.until) return false;
    await this.ctx.storage.put('lock', { holder, until: Date.now() + LOCK_LIFE });
    return true;
  }
  async isHeldBy(holder) {
    const lock = await this.ctx.storage.get('lock');
    return lock?.holder === holder && Date.now() < lock.until;
  }
  async unlock(holder) {
    const lock = await this.ctx.storage.get('lock');
    if (lock?.holder === holder) await this.ctx.storage.delete('lock');
  }
}

const idempotencyIn = (objects) => {
  const of = (key) => objects.get(objects.idFromName(key));
  return {
    add: (key, value, seconds) => of(key).add(value, seconds),
    get: (key) => of(key).read(),
    set: (key, value, seconds) => of(key).write(value, seconds),
    delete: (key) => of(key).forget(),
  };
};

/** One idempotency key. Its alarm removes it when it expires. */
export class Idempotency extends DurableObject {
  async add(value, seconds) {
    if ((await this.read()) !== undefined) return false;
    await this.write(value, seconds);
    return true;
  }
  async read() {
    const { value, until } = (await this.ctx.storage.get('entry')) ?? {};
    return Date.now() < until ? value : undefined;
  }
  async write(value, seconds) {
    const until = Date.now() + seconds * 1000;
    await this.ctx.storage.put('entry', { value, until });
    await this.ctx.storage.setAlarm(until);
  }
  async forget() {
    await this.ctx.storage.deleteAll();
  }
  async alarm() {
    await this.forget();
  }
}
