// Cloudflare Workers: none of Node's modules, and a Durable Object that keeps the consents.
import { DurableObject } from 'cloudflare:workers';
import { createLending } from '../lending.mjs';

let lending;
export default {
  fetch(request, env, context) {
    lending ??= createLending(env, { consents: consentsIn(env.CONSENTS) });
    const response = lending(request);
    // A Worker stops where its applicant goes away. Whoever asks next waits for what was begun.
    context.waitUntil(response);
    return response;
  },
};

const consentsIn = (objects) => ({
  append: (entry) => objects.get(objects.idFromName(entry.about)).append(entry),
  about: (about) => objects.get(objects.idFromName(about)).entries(),
});

/** The entries about one thing. What `append` has put is on disk before its caller gets an answer. */
export class Consents extends DurableObject {
  async append(entry) {
    const { size } = await this.ctx.storage.list();
    await this.ctx.storage.put(String(size).padStart(6, '0'), entry);
  }
  async entries() {
    return [...(await this.ctx.storage.list()).values()];
  }
}
