// Cloudflare Workers: no Node modules. The store is made of Durable Objects.
import { DurableObject } from 'cloudflare:workers';
import { createHandler } from 'lending-elements/server';
import { authorize, partner, signIn } from '../partner.mjs';
// Wrangler imports a file of HTML as a string.
import page from '../start/funding.html';

const createLending = (env) =>
  createHandler({
    environment: env.LENDING_ENVIRONMENT,
    baseUrl: env.LENDING_BASE_URL,
    secretKey: env.LENDING_SECRET_KEY,
    widget: JSON.parse(env.LENDING_WIDGET),
    secret: env.LENDING_SESSION_SECRET,
    store: storeIn(env.STORE),
    serveFiles: env.ELEMENTS && elementsIn(env.ELEMENTS),
    settings: { partner },
    authorize,
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

/** The store: an object for each key, and one for the entries about each application or notice. */
function storeIn(objects) {
  const of = (name) => objects.get(objects.idFromName(name));
  return {
    get: (key) => of(key).read(),
    set: (key, value, seconds) => of(key).write(value, seconds),
    replace: (key, ...change) => of(key).replace(...change),
    count: (key, seconds) => of(key).count(seconds),
    append: (entry) => of(entry.about).append(entry),
    entries: (about) => of(about).entries(),
    async erase(abouts, reason) {
      const counts = await Promise.all(abouts.map((about) => of(about).erase()));
      const entries = counts.reduce((sum, count) => sum + count, 0);
      console.log(`Erased ${entries} entries about ${abouts.length} applications: ${reason}`);
      return entries;
    },
  };
}

/** A method resolves once its change is on disk. No other method runs between its reading and its writing. */
export class LendingStore extends DurableObject {
  async find() {
    const { value, until = Infinity } = (await this.ctx.storage.get('value')) ?? {};
    return Date.now() < until ? { value, until } : {};
  }
  async read() {
    return (await this.find()).value;
  }
  async write(value, seconds) {
    if (value === undefined) return void (await this.ctx.storage.delete('value'));
    const until = seconds && Date.now() + seconds * 1000;
    await this.ctx.storage.put('value', { value, until });
    if (until) await this.ctx.storage.setAlarm(until);
  }
  async replace(before, value, seconds) {
    const isSame = (await this.read()) === before;
    if (isSame) await this.write(value, seconds);
    return isSame;
  }
  async count(seconds) {
    const { value = 0, until } = await this.find();
    const left = value ? (until - Date.now()) / 1000 : seconds;
    await this.write(value + 1, left);
    return { count: value + 1, left };
  }
  async append(entry) {
    const { size } = await this.ctx.storage.list({ prefix: 'entry ' });
    await this.ctx.storage.put(`entry ${String(size).padStart(6, '0')}`, entry);
  }
  async entries() {
    return [...(await this.ctx.storage.list({ prefix: 'entry ' })).values()];
  }
  async erase() {
    const { size } = await this.ctx.storage.list({ prefix: 'entry ' });
    await this.ctx.storage.deleteAll();
    return size;
  }
  /** Deletes a value that has expired. */
  async alarm() {
    if ((await this.read()) === undefined) await this.ctx.storage.delete('value');
  }
}
