// The store of the Worker, made of Durable Objects.
import { DurableObject } from 'cloudflare:workers';

/** Milliseconds after which an alarm looks at the events. */
const INTERVAL_MS = 20_000;

/**
 * The store: one object with all applications, their consents and events, and one for each other key. So an event and the change that it
 * reports are one transaction, and the events of one application have an order. One object does about a thousand calls in a second.
 */
export function storeIn(objects) {
  const named = (name) => objects.get(objects.idFromName(name));
  // A stub belongs to one request.
  const applications = () => named('applications');
  const of = (name) => (/^applica(tion\/|nt:)/.test(name) ? applications() : named(name));
  return {
    get: (key) => of(key).read(key),
    set: (key, value, seconds) => of(key).write(key, value, seconds),
    replace: (key, ...change) => of(key).replace(key, ...change),
    count: (key, seconds) => of(key).count(key, seconds),
    append: (entry, event) => of(entry.about).append(entry, event),
    entries: (about) => of(about).entries(about),
    async erase(abouts, reason) {
      const counts = await Promise.all(abouts.map((about) => of(about).erase(about)));
      const entries = counts.reduce((sum, count) => sum + count, 0);
      console.log(`Erased ${entries} entries about ${abouts.length} applications: ${reason}`);
      return entries;
    },
    outbox: {
      claim: (seconds) => applications().claim(seconds),
      list: (topics) => applications().list(topics),
      remove: (id) => applications().remove(id),
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
  async write(key, value, seconds, event) {
    const until = seconds && Date.now() + seconds * 1000;
    if (until) await this.wakeAt(until);
    const rows = await this.rowsOf(event);
    if (value !== undefined) rows[`value ${key}`] = { value, until };
    // Two changes without an await between them are one transaction.
    const deleting = value === undefined && this.ctx.storage.delete(`value ${key}`);
    await Promise.all([deleting, this.ctx.storage.put(rows)]);
  }
  async replace(key, before, value, seconds, event) {
    const isSame = (await this.read(key)) === before;
    if (isSame) await this.write(key, value, seconds, event);
    return isSame;
  }
  async count(key, seconds) {
    const { value = 0, until } = await this.find(key);
    const left = value ? (until - Date.now()) / 1000 : seconds;
    await this.write(key, value + 1, left);
    return { count: value + 1, left };
  }
  async append(entry, event) {
    const rows = await this.rowsOf(event);
    const { length } = await this.entries(entry.about);
    await this.ctx.storage.put({ ...rows, [`entry ${entry.about} ${String(length).padStart(6, '0')}`]: entry });
  }
  async entries(about) {
    return [...(await this.ctx.storage.list({ prefix: `entry ${about} ` })).values()];
  }
  async erase(about) {
    const keys = [...(await this.ctx.storage.list({ prefix: `entry ${about} ` })).keys()];
    await Promise.all(keys.map((key) => this.ctx.storage.delete(key)));
    return keys.length;
  }
  /** The rows that add an event. */
  async rowsOf(event) {
    if (!event) return {};
    await this.wakeAt(Date.now() + INTERVAL_MS);
    const number = ((await this.ctx.storage.get('events')) ?? 0) + 1;
    const id = `event ${String(number).padStart(12, '0')}`;
    return { events: number, [id]: { ...event, id, tries: 0, dueAt: 0 } };
  }
  /** Sets the alarm, unless there is an earlier one. */
  async wakeAt(time) {
    if (time < ((await this.ctx.storage.getAlarm()) ?? Infinity)) await this.ctx.storage.setAlarm(time);
  }
  /** Claims the oldest event of a topic whose oldest event is due. */
  async claim(seconds) {
    const topics = new Set();
    for (const { dueAt, ...event } of await this.events()) {
      const isOldest = !topics.has(event.topic);
      topics.add(event.topic);
      if (!isOldest || dueAt > Date.now()) continue;
      const claimed = { ...event, tries: event.tries + 1 };
      const pause = seconds * 1000 * 2 ** Math.min(event.tries, 8);
      await this.ctx.storage.put(event.id, { ...claimed, dueAt: Date.now() + pause });
      return claimed;
    }
    return undefined;
  }
  async events() {
    return [...(await this.ctx.storage.list({ prefix: 'event ' })).values()];
  }
  async list(topics) {
    return (await this.events()).filter(({ topic }) => topics.includes(topic));
  }
  async remove(id) {
    await this.ctx.storage.delete(id);
  }
  /** Deletes the value of an object with one key if it has expired. Returns true if events wait. */
  async alarm() {
    for (const [name, { until = Infinity }] of await this.ctx.storage.list({ prefix: 'value ', limit: 1 }))
      if (until <= Date.now()) await this.ctx.storage.delete(name);
    const isWaiting = (await this.events()).length > 0;
    if (isWaiting) await this.wakeAt(Date.now() + INTERVAL_MS);
    return isWaiting;
  }
}
