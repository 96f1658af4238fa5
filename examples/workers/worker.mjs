// Cloudflare Workers: the Worker calls authorize(), and the handler runs in the Durable Object of the owner, which has their rows.
import { DurableObject } from 'cloudflare:workers';
import { createHandler, sqlStore } from 'lending-elements/server';
import { authorize, partner, signIn } from '../partner.mjs';
// Wrangler imports a file of HTML as a string.
import page from '../start/funding.html';
import { objectEngine } from './engine.mjs';

const PATH = '/api/lending/';
/** The routes that anybody may load: the files of the elements, and the frame of the widget. */
const OPEN = ['elements/', 'frame'].map((route) => PATH + route);
/** Milliseconds until an alarm looks at the waiting events, and at the rows that have ended. */
const DELIVER_MS = 20_000;
const SWEEP_MS = 24 * 3600_000;

const createLending = (env, store, authorize) =>
  createHandler({
    environment: env.LENDING_ENVIRONMENT,
    baseUrl: env.LENDING_BASE_URL,
    secretKey: env.LENDING_SECRET_KEY,
    widget: JSON.parse(env.LENDING_WIDGET),
    secret: env.LENDING_SESSION_SECRET,
    store,
    serveFiles: env.ELEMENTS && elementsIn(env.ELEMENTS),
    settings: { partner },
    authorize,
    onProgress: env.PROGRESS_URL && ((progress) => report(env.PROGRESS_URL, progress)),
  });

/** The name of the object of a user and a business. */
const nameOf = ({ subject, business = subject }) => JSON.stringify([subject, business]);
const indexIn = (env) => env.INDEX.getByName('index');

/** An engine for responses to nobody, which need no rows. */
const NO_ROWS = { ready: async () => {}, close: async () => {} };

let open;
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(PATH))
      return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': signIn() } });
    const isOpen = OPEN.some((route) => pathname.startsWith(route));
    const user = isOpen ? null : await authorize(request, { business: businessOf(request) });
    open ??= createLending(env, sqlStore(NO_ROWS), () => null);
    if (!user) return open(request);
    const response = env.OWNERS.getByName(nameOf(user)).respond(request, user);
    // A Worker stops when the applicant leaves the page. Let the call finish, because the next request waits for it.
    context.waitUntil(response);
    return response;
  },
};

/** The business that the page names. The handler rejects a header that is wrong. */
function businessOf({ headers }) {
  try {
    return decodeURIComponent(headers.get('x-lending-business') ?? '') || undefined;
  } catch {
    return undefined;
  }
}

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

/** The handler and the rows of one owner. */
export class LendingOwner extends DurableObject {
  #users = new WeakMap();
  #running = 0;
  #isListed = false;

  constructor(ctx, env) {
    super(ctx, env);
    this.engine = objectEngine(ctx.storage);
    this.lending = createLending(env, sqlStore(this.engine), (request) => this.#users.get(request));
  }

  async respond(request, user) {
    this.#users.set(request, user);
    this.#running++;
    try {
      // The index knows the owner before an event is stored, so a crash loses none.
      if (this.env.PROGRESS_URL && !this.#isListed) await indexIn(this.env).add(nameOf(user));
      this.#isListed = true;
      if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS);
      return await this.lending(request);
    } finally {
      this.#running--;
    }
  }

  /** Calls a method of the handler for your support staff, such as `erase` or `status`. */
  call(method, ...given) {
    return this.lending[method](...given);
  }

  /** Delivers the events that are due. Returns true if the index must know this owner for longer. */
  async deliver() {
    await this.lending.deliverProgress();
    const [{ count }] = this.ctx.storage.sql.exec('SELECT count(due_at) AS count FROM events').toArray();
    this.#isListed = count > 0 || this.#running > 0;
    return this.#isListed;
  }

  /** Deletes rows that have ended. The engine does it with each change, so this is for an owner who does not come back. */
  async alarm() {
    await this.engine.write('all', function* () {
      yield { selects: [], values: [] };
      return [undefined, []];
    });
    const tables = ['drafts', 'served', 'failures', 'prefills', 'calls WHERE forget_at IS NOT NULL'];
    const left = tables.map((table) => `SELECT 1 FROM ${table}`).join(' UNION ALL ');
    if (this.ctx.storage.sql.exec(left).toArray().length > 0) await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS);
  }
}

/** The owners with events that may wait. Its alarm delivers the events that their own object has not delivered. */
export class LendingIndex extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    this.sql = ctx.storage.sql;
    this.sql.exec('CREATE TABLE IF NOT EXISTS waiting (id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT UNIQUE)');
  }

  async add(owner) {
    this.sql.exec('INSERT OR REPLACE INTO waiting (owner) VALUES (?)', owner);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + DELIVER_MS);
  }

  async alarm() {
    const next = this.sql.exec('SELECT id, owner FROM waiting ORDER BY id LIMIT 50').toArray();
    for (const { id, owner } of next) {
      const waits = await this.env.OWNERS.getByName(owner)
        .deliver()
        .catch(() => true);
      // An owner who was added meanwhile has another id. Others go to the end.
      const { rowsWritten } = this.sql.exec('DELETE FROM waiting WHERE id = ?', id);
      if (waits && rowsWritten > 0) this.sql.exec('INSERT INTO waiting (owner) VALUES (?)', owner);
    }
    const [{ count }] = this.sql.exec('SELECT count(*) AS count FROM waiting').toArray();
    if (count > 0) await this.ctx.storage.setAlarm(Date.now() + DELIVER_MS);
  }
}
