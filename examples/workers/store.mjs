// The store of the Worker, made of Durable Objects.
import { DurableObject } from 'cloudflare:workers';

/** Milliseconds after which an alarm looks at the events. */
const INTERVAL_MS = 20_000;

/** The store: one object for each key, for the entries about each application, and for all keys of waiting events, which are listed. */
export function storeIn(objects) {
  const of = (name) => objects.get(objects.idFromName(name.startsWith('outbox/') ? 'outbox' : name));
  return {
    get: (key) => of(key).read(key),
    set: (key, value, seconds) => of(key).write(key, value, seconds),
    replace: (key, ...change) => of(key).replace(key, ...change),
    count: (key, seconds) => of(key).count(key, seconds),
    append: (entry) => of(entry.about).append(entry),
    entries: (about) => of(about).entries(about),
    async erase(abouts, reason) {
      const counts = await Promise.all(abouts.map((about) => of(about).erase(about)));
      const entries = counts.reduce((sum, count) => sum + count, 0);
      console.log(`Erased ${entries} entries about ${abouts.length} applications: ${reason}`);
      return entries;
    },
    async *list(start) {
      yield* await of(start).list(start);
    },
  };
}

/** A method resolves once its change is on disk. No other method runs between its reading and its writing. */
export class StoreObject extends DurableObject {
  async find(key) {
    const { value, until = Infinity } = (await this.ctx.storage.get(`value ${key}`)) ?? {};
    return Date.now() < until ? { value, until } : {};
  }
  async read(key) {
    return (await this.find(key)).value;
  }
  async write(key, value, seconds) {
    const until = seconds && Date.now() + seconds * 1000;
    if (until) await this.wakeAt(until);
    if (key.startsWith('outbox/')) await this.wakeAt(Date.now() + INTERVAL_MS);
    if (value === undefined) await this.ctx.storage.delete(`value ${key}`);
    else await this.ctx.storage.put(`value ${key}`, { value, until });
  }
  async replace(key, before, value, seconds) {
    const isSame = (await this.read(key)) === before;
    if (isSame) await this.write(key, value, seconds);
    return isSame;
  }
  async count(key, seconds) {
    const { value = 0, until } = await this.find(key);
    const left = value ? (until - Date.now()) / 1000 : seconds;
    await this.write(key, value + 1, left);
    return { count: value + 1, left };
  }
  async list(start) {
    const found = await this.ctx.storage.list({ prefix: `value ${start}` });
    return [...found].map(([name, { value }]) => [name.slice('value '.length), value]);
  }
  async append(entry) {
    const { length } = await this.entries(entry.about);
    await this.ctx.storage.put(`entry ${entry.about} ${String(length).padStart(6, '0')}`, entry);
  }
  async entries(about) {
    return [...(await this.ctx.storage.list({ prefix: `entry ${about} ` })).values()];
  }
  async erase(about) {
    const keys = [...(await this.ctx.storage.list({ prefix: `entry ${about} ` })).keys()];
    await Promise.all(keys.map((key) => this.ctx.storage.delete(key)));
    return keys.length;
  }
  /** Sets the alarm, unless there is an earlier one. */
  async wakeAt(time) {
    if (time < ((await this.ctx.storage.getAlarm()) ?? Infinity)) await this.ctx.storage.setAlarm(time);
  }
  /** Deletes the value of an object with one key if it has expired. Returns true if events wait. */
  async alarm() {
    for (const [name, { until = Infinity }] of await this.ctx.storage.list({ prefix: 'value ', limit: 1 }))
      if (until <= Date.now()) await this.ctx.storage.delete(name);
    const isWaiting = (await this.list('outbox/')).length > 0;
    if (isWaiting) await this.wakeAt(Date.now() + INTERVAL_MS);
    return isWaiting;
  }
}
