import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { LendingSession } from '../../src/server/index.js';
import { createSeal } from '../../src/server/seal.js';
import { sampleApplication, samplePrequalification } from '../schema/samples.js';
import { Browser, documentForm, evidenceOf, ORIGIN, SECRET, setup, type Answer } from './setup.js';

// Who reaches what: every call, by every kind of visitor, with every way to name an application of somebody else's.

const mailOf = (subject: string) => `${subject}@sample.example`;
const applicationOf = (subject: string) => {
  const sample = sampleApplication();
  return { ...sample, applicant: { ...sample.applicant, email: mailOf(subject) } };
};

/** Where it is kept who owns what: in cookies, in a store, or in cookies beside a partner who knows of the applications. */
const KEEPING = ['cookies', 'store', 'known'] as const;
type Keeping = (typeof KEEPING)[number];

/** An application, and what the browser of its owner holds. */
interface Owned {
  company_id: string;
  application_id: string;
  email: string;
  cookies: ReadonlyMap<string, string>;
}

const seal = createSeal([SECRET], 'lending-elements/session');
/** What is sealed in cookies for this subject. */
async function opened(subject: string, cookies: ReadonlyMap<string, string>) {
  const opening = [...cookies].filter(([name]) => name.includes('lending')).map(([, one]) => seal.open(one, subject));
  return (await Promise.all(opening)).filter((one) => one !== undefined) as Partial<LendingSession>[];
}

/** Jane and Tom have an application, with progress and consent, and Jane had another one before. Ann has none. */
async function world(keeping: Keeping) {
  const kept = new Map<string, LendingSession>();
  const owned: Record<string, Owned> = {};
  const options: Parameters<typeof setup>[0] = {
    sessions: { secret: SECRET, ...(keeping === 'store' && { store: kept as never }) },
    limiter: { take: () => 0 },
    prefill: ({ subject }) => ({ applicant: { email: `prefilled-${mailOf(subject)}` } }),
  };
  const given = setup({
    ...options,
    ...(keeping === 'known' && { existingApplication: ({ subject }) => owned[subject] }),
  });
  const { sandbox } = given;
  async function own(page: Browser): Promise<Owned> {
    const subject = page.cookies.get('user')!;
    await page.create(applicationOf(subject));
    await page.post('prequalification', samplePrequalification());
    await page.post('consent', { decision: 'given', evidence: await evidenceOf(await page.get('consent')) });
    const [session = kept.get(subject)] = await opened(subject, page.cookies);
    const { company_id, application_id, email } = session as Owned;
    assert.equal(email, mailOf(subject));
    return { company_id, application_id, email, cookies: new Map(page.cookies) };
  }
  owned.older = await own(setup({ ...options, fetch: sandbox.fetch }).browser('jane'));
  kept.clear();
  for (const subject of ['jane', 'tom']) owned[subject] = await own(given.browser(subject));
  return { ...given, owned };
}
type World = Awaited<ReturnType<typeof world>>;

/** Whose application a visitor works on; `none` has none yet, and `out` is not signed in. */
type Reach = 'jane' | 'tom' | 'older' | 'none' | 'out';
type Visitor = readonly [
  name: string,
  who: string | undefined,
  reach: Readonly<Record<Keeping, Reach>>,
  cookies: (world: World) => Iterable<readonly [string, string]> | Promise<Iterable<readonly [string, string]>>,
];

const alike = (reach: Reach) => ({ cookies: reach, store: reach, known: reach });
/** A visitor whom the cookies do not help: a store or the partner still knows what is theirs. */
const byName = (cookies: Reach, otherwise: Reach) => ({ cookies, store: otherwise, known: otherwise });
const HOST = '__Host-lending';
const cookiesOf = ({ owned }: World, name: string, pick: (cookie: string) => boolean = () => true) =>
  [...owned[name]!.cookies].filter(([cookie]) => cookie !== 'user' && pick(cookie));
const expired = async (world: World) => {
  const [session] = await opened('jane', world.owned.jane!.cookies);
  const { company_id, application_id, email } = session ?? {};
  return [[HOST, await seal.close({ company_id, application_id, email }, 'jane', -120)]] as const;
};

const VISITORS: readonly Visitor[] = [
  ['nobody', undefined, alike('out'), () => []],
  ['nobody, with the owner’s cookies', undefined, alike('out'), (world) => cookiesOf(world, 'jane')],
  ['a subject without an application', 'ann', alike('none'), () => []],
  ['the owner', 'jane', alike('jane'), (world) => cookiesOf(world, 'jane')],
  ['the owner on another device', 'jane', byName('none', 'jane'), () => []],
  ['another owner', 'tom', alike('tom'), (world) => cookiesOf(world, 'tom')],
  [
    'a subject with the owner’s session cookie',
    'ann',
    alike('none'),
    (world) => cookiesOf(world, 'jane', (cookie) => cookie === HOST),
  ],
  [
    'a subject with the owner’s other cookies',
    'ann',
    alike('none'),
    (world) => cookiesOf(world, 'jane', (cookie) => cookie !== HOST),
  ],
  ['a subject who signs in after the owner', 'ann', alike('none'), (world) => cookiesOf(world, 'jane')],
  ['another owner with all the owner’s cookies', 'tom', byName('none', 'tom'), (world) => cookiesOf(world, 'jane')],
  [
    'another owner with the owner’s progress',
    'tom',
    alike('tom'),
    (world) => [...cookiesOf(world, 'tom'), ...cookiesOf(world, 'jane', (cookie) => cookie !== HOST)],
  ],
  ['the owner with all of another’s cookies', 'jane', byName('none', 'jane'), (world) => cookiesOf(world, 'tom')],
  [
    'the owner with the session of an earlier application',
    'jane',
    { cookies: 'older', store: 'jane', known: 'older' },
    (world) => cookiesOf(world, 'older'),
  ],
  ['the owner with a session that is over', 'jane', byName('none', 'jane'), expired],
];

/** Every call: its method, and its body where it is good. */
const CALLS: Record<string, readonly [method: string, path: string, body?: (page: Browser) => unknown]> = {
  uploadDocument: ['POST', 'documents', () => documentForm()],
  prequalify: ['POST', 'prequalification', () => samplePrequalification()],
  requestOffers: ['POST', 'request-offers', (page) => page.good('request-offers')],
  authenticate: ['POST', 'widget-token', () => ({})],
  consent: ['GET', 'consent'],
  give: [
    'POST',
    'consent',
    async (page) => ({
      decision: 'given',
      evidence: ((await page.good('request-offers')) as { evidence: object }).evidence,
    }),
  ],
  withdraw: ['POST', 'consent', () => ({ decision: 'withdrawn' })],
  session: ['GET', 'session'],
  // The last: by it they get one who have none.
  createApplication: ['POST', 'applications', (page) => applicationOf(page.cookies.get('user') ?? 'nobody')],
};
type Call = keyof typeof CALLS;

/** A request, before something in it names somebody else's application. */
interface Sent {
  path: string;
  body: unknown;
  headers: Record<string, string>;
  page: Browser;
  /** A page of whom it is not. */
  other: Browser;
}
/** What comes of naming it there: nothing at all, or a refusal. */
type Effect = 'ignored' | 'handler-invalid' | 'handler-not-found' | 'handler-consent-stale';
type Naming = readonly [
  name: string,
  effect: Effect,
  calls: (call: Call) => boolean,
  put: (sent: Sent, foreign: Owned) => unknown,
];
const any = () => true;
const JSON_CALLS = ['createApplication', 'prequalify', 'requestOffers', 'authenticate', 'give', 'withdraw'];
const hasBody = (call: Call) => JSON_CALLS.includes(call);
const hasEvidence = (call: Call) => call === 'requestOffers' || call === 'give';
const inBody = (name: 'company_id' | 'application_id' | 'email'): Naming => [
  `${name} in the body`,
  'handler-invalid',
  hasBody,
  ({ body }, foreign) => Object.assign(body as object, { [name]: foreign[name] }),
];

const NAMINGS: readonly Naming[] = [
  ['nothing', 'ignored', any, () => {}],
  inBody('company_id'),
  inBody('application_id'),
  inBody('email'),
  [
    'another e-mail in its own field',
    'ignored',
    (call) => call === 'createApplication',
    ({ body }, { email }) => Object.assign((body as ReturnType<typeof applicationOf>).applicant, { email }),
  ],
  [
    'ids in the form',
    'handler-invalid',
    (call) => call === 'uploadDocument',
    ({ body }, { company_id }) => (body as FormData).append('company_id', company_id),
  ],
  [
    'ids and e-mail in the query',
    'ignored',
    any,
    (sent, { company_id, application_id, email }) =>
      (sent.path += `?${new URLSearchParams({ company_id, application_id, email, subject: 'jane', user: 'jane' })}`),
  ],
  [
    'ids, e-mail and subject in headers',
    'ignored',
    any,
    ({ headers }, { company_id, application_id, email }) =>
      Object.assign(headers, { 'company-id': company_id, 'x-application-id': application_id, 'x-user': email }),
  ],
  ['the company id in the path', 'handler-not-found', any, (sent, { company_id }) => (sent.path += `/${company_id}`)],
  [
    'the service’s own path',
    'handler-not-found',
    any,
    (sent, { company_id }) => (sent.path = `applications/${company_id}/request-offers`),
  ],
  [
    'ids and e-mail in cookies',
    'ignored',
    any,
    ({ page }, { company_id, email }) =>
      page.cookies.set('company_id', company_id).set('lending', JSON.stringify({ company_id, email })),
  ],
  [
    'the idempotency key of its owner',
    'ignored',
    (call) => call !== 'session' && call !== 'consent',
    ({ headers }) => Object.assign(headers, { 'idempotency-key': 'the-key-of-the-owner' }),
  ],
  [
    'the evidence of its owner',
    'handler-consent-stale',
    hasEvidence,
    async ({ body, other }) =>
      Object.assign(body as object, { evidence: await evidenceOf(await other.get('consent')) }),
  ],
];

/** What a cell must answer. A call is refused for who asks, then for what there is, then for what is said; a token for what is said first. */
function expected(call: Call, reach: Reach, effect: Effect): string | undefined {
  if (effect === 'handler-not-found') return effect;
  if (reach === 'out') return 'handler-signed-out';
  const needsApplication = ['uploadDocument', 'prequalify', 'requestOffers', 'authenticate'].includes(call);
  if (effect !== 'ignored' && (call === 'authenticate' || !needsApplication)) return effect;
  if (reach === 'none' && needsApplication) return 'handler-not-created';
  return effect === 'ignored' ? undefined : effect;
}

/** Which call of the service's comes of it, and how often; a creation that is remembered comes to none. */
const upstreamOf = (call: Call, refused: boolean) =>
  refused || ['consent', 'give', 'withdraw', 'session', 'createApplication'].includes(call) ? [] : [call];

let cells = 0;
let denied = 0;
after(() => assert.ok(cells >= 120 && denied >= 120, `${cells} cells, ${denied} of them denied`));

async function visit(given: World, keeping: Keeping, [, who, reaches, cookies]: Visitor, call: Call, naming: Naming) {
  const [, effect, , put] = naming;
  const { owned, handle, sandbox, log, browser } = given;
  const page = new Browser(handle, who, ORIGIN);
  for (const [name, value] of await cookies(given)) page.cookies.set(name, value);
  const foreign = owned[who === 'jane' ? 'tom' : 'jane']!;
  const other = browser(who === 'jane' ? 'tom' : 'jane');
  for (const [name, value] of foreign.cookies) other.cookies.set(name, value);
  const [method, path, body] = CALLS[call]!;
  const sent: Sent = { path, body: await body?.(page), headers: {}, page, other };
  await put(sent, foreign);
  const [calls, lines] = [sandbox.calls.length, log.length];

  const response = await page.send(sent.path, { method, body: sent.body, headers: sent.headers });
  const text = await response.text();
  const code = expected(call, reaches[keeping], effect);
  const answer = JSON.parse(text) as Answer;
  assert.deepEqual([answer.code, response.status < 300], [code, !code]);

  const made = sandbox.calls.slice(calls);
  const isNew = call === 'createApplication' && who === 'ann' && made.length === 1;
  if (!isNew)
    assert.deepEqual(
      made.map(({ name }) => name),
      upstreamOf(call, !!code),
    );
  const own = owned[reaches[keeping]];
  for (const { path, body } of isNew ? [] : made) assert.ok((path + JSON.stringify(body)).includes(own!.company_id));
  const seen = inspect([made, log.slice(lines), await opened(who ?? '', page.cookies)], { depth: Infinity });
  const hidden = [foreign.company_id, foreign.application_id, ...(isNew ? [] : [foreign.email])];
  // Not even its own ids are an applicant's to see.
  for (const id of [...hidden, ...(own ? [own.company_id, own.application_id] : [])]) {
    assert.ok(!text.includes(id) && !JSON.stringify([...response.headers]).includes(id));
  }
  for (const id of hidden) assert.ok(!seen.includes(id), seen);
  assert.ok(!text.includes(foreign.email));
  cells += 1;
  if (code) denied += 1;
}

for (const keeping of KEEPING) {
  describe(`an application, kept in ${keeping === 'known' ? 'cookies and known to the partner' : keeping}`, () => {
    for (const visitor of VISITORS) {
      const [name, , reaches] = visitor;
      let making: Promise<World> | undefined;
      for (const call of Object.keys(CALLS)) {
        it(`of ${reaches[keeping]} is what ${name} reaches by ${call}, whatever is named`, async () => {
          const given = await (making ??= world(keeping));
          for (const naming of NAMINGS.filter(([, , takes]) => takes(call))) {
            await visit(given, keeping, visitor, call, naming).catch((error: Error) => {
              throw new Error(`${naming[0]}: ${error.message}`, { cause: error });
            });
          }
        });
      }
    }
  });
}
