// Cloudflare Workers: no Node modules. Durable Objects store the consents and the idempotency keys.
import { DurableObject } from 'cloudflare:workers';
import { createHandler } from 'lending-elements/server';
import { partner, saveApplication, savedApplication, signedInUser } from '../partner.mjs';

const createLending = (env) =>
  createHandler({
    environment: env.LENDING_ENVIRONMENT,
    baseUrl: env.LENDING_BASE_URL,
    secretKey: env.LENDING_SECRET_KEY,
    widget: JSON.parse(env.LENDING_WIDGET),
    sessions: { secret: env.LENDING_SESSION_SECRET, loopback: env.LENDING_ENVIRONMENT === 'sandbox' },
    consents: consentsIn(env.CONSENTS),
    idempotency: idempotencyIn(env.IDEMPOTENCY),
    settings: { partner },
    authorize: signedInUser,
    onApplicationCreated: saveApplication,
    existingApplication: savedApplication,
  });

let lending;
export default {
  fetch(request, env, context) {
    lending ??= createLending(env);
    const response = lending(request);
    // A Worker stops when the applicant leaves the page. Let the call finish, because the next request waits for it.
    context.waitUntil(response);
    return response;
  },
};

const consentsIn = (objects) => ({
  append: (entry) => objects.get(objects.idFromName(entry.about)).append(entry),
  about: (about) => objects.get(objects.idFromName(about)).entries(),
});

/** The entries about one subject or notice. `append` resolves once the entry is on disk. */
export class Consents extends DurableObject {
  async append(entry) {
    const { size } = await this.ctx.storage.list();
    await this.ctx.storage.put(String(size).padStart(6, '0'), entry);
  }
  async entries() {
    return [...(await this.ctx.storage.list()).values()];
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
