import assert from 'node:assert/strict';
import type { LendingSession } from '../../../src/server/index.js';
import { createSeal } from '../../../src/server/seal.js';
import { evidenceOf, HOST, sampleApplication, samplePrequalification, SECRET, setup, type Browser } from '../setup.js';

const mailOf = (subject: string) => `${subject}@sample.example`;
export const applicationOf = (subject: string) => {
  const sample = sampleApplication();
  return { ...sample, applicant: { ...sample.applicant, email: mailOf(subject) } };
};

/** Where it is kept who owns what: in cookies, in a store, or in cookies beside a partner who knows of the applications. */
export const KEEPING = ['cookies', 'store', 'known'] as const;
export type Keeping = (typeof KEEPING)[number];

/** An application, and what the browser of its owner holds. */
export interface Owned {
  company_id: string;
  application_id: string;
  email: string;
  cookies: ReadonlyMap<string, string>;
}

const seal = createSeal([SECRET], 'lending-elements/session');
/** What is sealed in cookies for this subject. */
export async function opened(subject: string, cookies: ReadonlyMap<string, string>) {
  const opening = [...cookies].filter(([name]) => name.includes('lending')).map(([, one]) => seal.open(one, subject));
  return (await Promise.all(opening)).filter((one) => one !== undefined) as Partial<LendingSession>[];
}

/** Jane and Tom have an application, with progress and consent, and Jane had another one before. Ann has none. */
export async function world(keeping: Keeping) {
  const kept = new Map<string, LendingSession>();
  const owned: Record<string, Owned> = {};
  const options: Parameters<typeof setup>[0] = {
    sessions: { secret: SECRET, ...(keeping === 'store' && { store: kept as never }) },
    limiter: { take: () => 0, record: () => 0 },
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
export type World = Awaited<ReturnType<typeof world>>;

/** Whose application a visitor works on; `none` has none yet, and `out` is not signed in. */
export type Reach = 'jane' | 'tom' | 'older' | 'none' | 'out';
export type Visitor = readonly [
  name: string,
  who: string | undefined,
  reach: Readonly<Record<Keeping, Reach>>,
  cookies: (world: World) => Iterable<readonly [string, string]> | Promise<Iterable<readonly [string, string]>>,
];

const alike = (reach: Reach) => ({ cookies: reach, store: reach, known: reach });
/** A visitor whom the cookies do not help: a store or the partner still knows what is theirs. */
const byName = (cookies: Reach, otherwise: Reach) => ({ cookies, store: otherwise, known: otherwise });
const cookiesOf = ({ owned }: World, name: string, pick: (cookie: string) => boolean = () => true) =>
  [...owned[name]!.cookies].filter(([cookie]) => cookie !== 'user' && pick(cookie));
const expired = async (world: World) => {
  const [session] = await opened('jane', world.owned.jane!.cookies);
  const { company_id, application_id, email } = session ?? {};
  return [[HOST, await seal.close({ company_id, application_id, email }, 'jane', -120)]] as const;
};

export const VISITORS: readonly Visitor[] = [
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
