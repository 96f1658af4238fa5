import assert from 'node:assert/strict';
import { openStore } from '../../../src/server/keys.js';
import {
  authorize,
  evidenceOf,
  sampleApplication,
  samplePrequalification,
  SECRET,
  setup,
  UNLIMITED,
  type Browser,
} from '../setup.js';

const mailOf = (subject: string) => `${subject}@sample.example`;
export const applicationOf = (subject: string) => {
  const sample = sampleApplication();
  return { ...sample, applicant: { ...sample.applicant, email: mailOf(subject) } };
};

/** An application, and the token of the page of its owner. */
export interface Owned {
  company_id: string;
  application_id: string;
  email: string;
  token: string;
}

/** The businesses of the accountant. */
const CLIENTS = ['north', 'south'];

/**
 * Jane and Tom have an application, with progress and consent, and Jane had another one before. An accountant has one for the client `north`, and
 * none for `south`. Ann has none.
 */
export async function world() {
  const given = setup({
    limits: UNLIMITED,
    prefill: ({ subject }) => ({ applicant: { email: `prefilled-${mailOf(subject)}` } }),
    authorize(request, { business }) {
      const user = authorize(request);
      return user?.subject === 'accountant' && CLIENTS.includes(business!) ? { ...user, business } : user;
    },
  });
  const { handle, store, browser } = given;
  const { store: rows, open } = await openStore(store, [SECRET]);
  async function own(page: Browser): Promise<Owned> {
    const subject = page.cookies.get('user')!;
    await page.create(applicationOf(subject));
    await page.post('prequalification', samplePrequalification());
    await page.post('consent', { decision: 'given', evidence: await evidenceOf(await page.get('consent')) });
    const { applications } = await rows.read({ subject, business: page.business ?? subject });
    const { id, company_id, application_id, email: sealed } = applications[0] as unknown as Owned & { id: string };
    const email = await open(sealed, id);
    assert.equal(email, mailOf(subject));
    return { company_id, application_id, email, token: page.applicant! };
  }
  const older = await own(browser('jane'));
  await handle.closeApplication({ subject: 'jane' });
  const accountant = browser('accountant');
  accountant.business = 'north';
  const owned: Record<string, Owned> = {
    older,
    jane: await own(browser('jane')),
    tom: await own(browser('tom')),
    north: await own(accountant),
  };
  return { ...given, owned };
}
export type World = Awaited<ReturnType<typeof world>>;

/** The application that a visitor reaches, or the code of the error that each call gets. `none`: there is none yet. */
export type Reach = 'jane' | 'tom' | 'north' | 'none' | `handler-${string}`;
export interface Visitor {
  name: string;
  who: string | undefined;
  reach: Reach;
  /** The business that the page names. */
  business?: string;
  /** The owner of the token that the page sends, or a token. Default: the page has opened no session. */
  token?: string;
}

const OUT = 'handler-signed-out';
const OTHER = 'handler-other-applicant';
const FORBIDDEN = 'handler-forbidden';
export const VISITORS: readonly Visitor[] = [
  { name: 'nobody', who: undefined, reach: OUT },
  { name: 'nobody, with the owner’s token', who: undefined, reach: OUT, token: 'jane' },
  { name: 'nobody, who names the owner’s business', who: undefined, reach: OUT, business: 'jane' },
  { name: 'a subject without an application', who: 'ann', reach: 'none' },
  { name: 'a subject with the owner’s token', who: 'ann', reach: OTHER, token: 'jane' },
  { name: 'a subject who names the owner’s business', who: 'ann', reach: FORBIDDEN, business: 'jane' },
  { name: 'the owner', who: 'jane', reach: 'jane', token: 'jane' },
  { name: 'the owner on another device', who: 'jane', reach: 'jane' },
  { name: 'the owner with another’s token', who: 'jane', reach: OTHER, token: 'tom' },
  { name: 'the owner with a made-up token', who: 'jane', reach: OTHER, token: 'x'.repeat(43) },
  { name: 'the owner with an empty token', who: 'jane', reach: OTHER, token: '' },
  { name: 'the owner on a page of an earlier application', who: 'jane', reach: 'handler-closed', token: 'older' },
  { name: 'another owner', who: 'tom', reach: 'tom', token: 'tom' },
  { name: 'another owner with the owner’s token', who: 'tom', reach: OTHER, token: 'jane' },
  { name: 'another owner who names the owner’s business', who: 'tom', reach: FORBIDDEN, business: 'jane' },
  { name: 'the accountant for a client', who: 'accountant', reach: 'north', business: 'north', token: 'north' },
  { name: 'the accountant for no client', who: 'accountant', reach: 'none' },
  { name: 'the accountant for a new client', who: 'accountant', reach: 'none', business: 'south' },
  {
    name: 'the accountant with another client’s token',
    who: 'accountant',
    reach: OTHER,
    business: 'south',
    token: 'north',
  },
  { name: 'the accountant for somebody else', who: 'accountant', reach: FORBIDDEN, business: 'jane' },
  { name: 'an owner who names the accountant’s client', who: 'tom', reach: FORBIDDEN, business: 'north' },
];
