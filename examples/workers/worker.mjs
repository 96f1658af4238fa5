// Cloudflare Workers: no Node modules. The store is made of Durable Objects.
import { createHandler } from 'lending-elements/server';
import { authorize, partner, signIn } from '../partner.mjs';
// Wrangler imports a file of HTML as a string.
import page from '../start/funding.html';
import { storeIn, StoreObject } from './store.mjs';

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
    onProgress: env.PROGRESS_URL && ((progress) => report(env.PROGRESS_URL, progress)),
  });

let lending;
export default {
  fetch(request, env, context) {
    if (!new URL(request.url).pathname.startsWith('/api/lending/'))
      return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': signIn() } });
    lending ??= createLending(env);
    const response = lending(request);
    // A Worker stops when the applicant leaves the page. Let the call finish, because the next request waits for it, and the events be delivered.
    context.waitUntil(response.then(() => lending.deliverProgress()));
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
      content: new Uint8Array(await response.arrayBuffer()),
    };
  },
});

/** Sends an event of an applicant to your backend. An event that it does not take comes again. */
async function report(url, progress) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(progress) });
  if (!response.ok) throw new Error(`The backend responded with ${response.status}.`);
}

/** The objects of the store. An alarm delivers the events that no request has delivered. */
export class LendingStore extends StoreObject {
  async alarm() {
    if (!(await super.alarm())) return;
    lending ??= createLending(this.env);
    await lending.deliverProgress();
  }
}
