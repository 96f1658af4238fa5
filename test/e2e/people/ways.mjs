// People who take another way than straight to the offers. Each is the director of `people.short.test.mjs` with these differences.
import assert from 'node:assert/strict';
import { STATEMENT } from '../applicant.mjs';
import {
  authenticated,
  created,
  decisions,
  ofApplication,
  offersRequested,
  prequalified,
  statementSent,
} from '../walk/partner.mjs';
import { HEADINGS, until } from '../walk/walk.mjs';
import { ANSWERS } from './answers.mjs';

/** How often the store has got a draft. */
let saved;
/** True after the lender has not answered once. */
let wasSilent;

const partner = {
  name: 'Ledgerly',
  broker: { name: 'Fundmatch' },
  support: { name: 'the Ledgerly help desk', email: 'help@ledgerly.example', phone: '020 7946 0123' },
};

const inWords = (time) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));

/** Returns the time of this decision since then, in the page's format. A page does not wait for the record of a rejection. */
async function decided({ servers, tab }, event, since) {
  const last = await until(
    async () => (await decisions(servers)).at(-1),
    (decision) => decision?.event === event,
  );
  assert.equal(last?.event, event);
  assert.ok(Date.parse(last.at) >= since && Date.parse(last.at) <= Date.now(), `${event} at ${last.at}`);
  return tab.run(inWords, last.at);
}

const requests = ({ servers }) => servers.sandbox.calls.filter(({ name }) => name === 'requestOffers').length;

const LIMITED = 'For UK private limited companies (Ltd).';
const notForThem = (person, told, contacts, isAfterCompany = false) => ({
  ...person,
  ends: 'reads that these forms are not for them, and whom to ask',
  async way(walk) {
    await walk.reach(HEADINGS.company);
    if (isAfterCompany) await walk.steps('company');
    await walk.reads(told);
    await walk.press(told);
    for (const line of ['If this is not true for you, do not send this application.', ...contacts])
      await walk.reads(line);
  },
  recorded: () => [],
});

/** The second client of the accountant: the answers that differ. */
const GARAGE = {
  company: { registered_name: 'South Garage Ltd', registered_number: '09234567' },
  applicant: { email: 'south@accountant.example' },
  figures: { funding_amount: 61_000 },
};
const withGarage = (person) =>
  Object.fromEntries(Object.entries(GARAGE).map(([step, values]) => [step, { ...person[step], ...values }]));

/** The statements that the partner's platform has. */
const statements = ['May', 'June', 'July'].map((month) => ({
  id: `statement of ${month}`,
  name: `${month}.pdf`,
  label: 'May to July 2026',
  type: 'bank-statement',
  sizeBytes: Buffer.byteLength(STATEMENT),
  read: async () => Buffer.from(STATEMENT),
}));

export const WAYS = {
  'figures-and-statements-known': {
    who: 'a director whose bookkeeping platform has the revenue and the statements',
    backend: () => ({
      settings: { partner, readOnly: ['prequalification.any_ccj'] },
      prefill: () => ({ figures: { monthly_revenue: 8123.5, any_ccj: true } }),
      documents: () => statements,
    }),
    figures: { monthly_revenue: 8123.5, any_ccj: true },
    untyped: ['monthly_revenue', 'any_ccj'],
    async way(walk) {
      await walk.steps('company', 'applicant', 'review');
      await walk.reach(HEADINGS.documents);
      await walk.reads('Attach the statements that Ledgerly has: May to July 2026 (3 files)');
      await walk.tick('attach');
      await walk.press('Send 3 files and continue');
      await walk.reach(HEADINGS.figures);
      await walk.reads('From your Ledgerly account.');
      await walk.reads('Ledgerly filled this in. You cannot change it here.');
      await walk.stepsFrom('figures');
      await walk.reads('3 documents sent');
    },
    recorded: ({ company, applicant, figures }) => [
      created({ company, applicant }),
      ...statements.map(() => statementSent()),
      prequalified(figures),
      offersRequested(),
      authenticated(applicant.email),
    ],
  },

  'two-tabs': {
    who: 'a person who changes an answer and the figures in a second tab',
    ends: 'reads in each tab that the other one has sent other answers, and comes to the offers',
    device: 'computer',
    backend: () => ({ settings: { partner } }),
    async way(walk) {
      await walk.steps('company', 'applicant');
      await walk.reach(HEADINGS.review);
      walk.rows = await walk.tab.see('rows');
      const { tab: first } = walk;
      await walk.open(first);
      const { tab: second } = walk;
      await walk.reach(HEADINGS.review);
      await walk.press('About you');
      await walk.answer('applicant', { first_name: 'Unsent' });
      await walk.goOn('applicant');
      await walk.reads('Unsent Raman');

      walk.tab = first;
      await walk.press('Create application');
      await walk.reach(HEADINGS.documents);
      walk.tab = second;
      await walk.press('Create application');
      await walk.reach('Your application was already created');
      await walk.reads('The answers on this page were not sent');
      await walk.reads('your answers are not shown again');
      await walk.reads('the Ledgerly help desk');
      assert.ok(!(await walk.look()).some((line) => line.includes('Unsent')));
      await walk.reload();
      await walk.reads('your answers are not shown again');
      await walk.press('Continue');
      await walk.steps('documents');
      await walk.reach(HEADINGS.figures);

      walk.tab = first;
      await walk.steps('documents', 'figures');
      await walk.reach(HEADINGS.consent);
      await walk.reads('You asked for £18,500');
      walk.tab = second;
      await walk.answer('figures', { ...walk.person.answers.figures, funding_amount: '20000' });
      await walk.goOn('figures');
      await walk.reach(HEADINGS.consent);
      walk.tab = first;
      await walk.consent();
      await walk.reads('You asked for £20,000');
      await walk.reads('These figures were sent in another tab or on another device.');
      await walk.steps('consent', 'offers');
    },
    recorded: ({ company, applicant, figures }) => [
      created({ company, applicant }),
      prequalified(figures),
      prequalified({ ...figures, funding_amount: 20_000 }),
      offersRequested(),
      authenticated(applicant.email),
    ],
  },

  accountant: {
    who: 'an accountant who applies for two clients in two tabs',
    device: 'computer',
    attributes: 'business="client-1"',
    async way(walk) {
      const { person } = walk;
      await walk.steps('company', 'applicant');
      const { tab: books } = walk;
      const entered = { ...walk.entered };
      await walk.open(books);
      const { tab: garage } = walk;
      await walk.reach(HEADINGS.review);
      await garage.run(() => document.querySelector('lending-onboarding').setAttribute('business', 'client-2'));
      await walk.reach(HEADINGS.company);
      assert.deepEqual(await walk.filled({ registered_name: '' }), { registered_name: '' });
      const typed = withGarage(person.answers);
      typed.figures.funding_amount = '61,000';
      /** Does the steps in the tab of a client. */
      const inTab = async (tab, ...steps) => {
        const answers = tab === garage ? typed : person.answers;
        Object.assign(walk, { tab, person: { ...person, answers } });
        await walk.steps(...steps);
      };
      await inTab(garage, 'company', 'applicant');
      walk.entered = entered;
      await inTab(books, 'review');
      walk.tab = garage;
      await walk.reads('South Garage Ltd');
      await walk.press('Create application');
      for (const step of ['documents', 'figures']) for (const tab of [books, garage]) await inTab(tab, step);
      for (const tab of [books, garage]) {
        await inTab(tab, 'consent', 'offers');
        await walk.reads(tab === garage ? 'You asked for £61,000' : 'You asked for £18,500');
      }
      walk.person = person;
    },
    recorded({ company, applicant, figures }) {
      const other = withGarage({ company, applicant, figures });
      return [
        created({ company, applicant }),
        created(other),
        prequalified(figures),
        ofApplication(2, prequalified(other.figures)),
        offersRequested(),
        authenticated(applicant.email),
        ofApplication(2, offersRequested()),
        ofApplication(2, authenticated(other.applicant.email)),
      ];
    },
    decisions: ['given', 'given'],
  },

  'figures-first': {
    ...ANSWERS['director-at-home'],
    who: 'a director who is asked about the funding first',
    attributes: 'steps="prequalification company applicant review documents consent widget"',
    // The figures are sent before the documents.
    way: (walk) => walk.steps('figures', 'company', 'applicant', 'review', 'documents', 'consent', 'offers'),
    recorded: ({ company, applicant, figures }) => [
      created({ company, applicant }),
      prequalified(figures),
      statementSent(),
      offersRequested(),
      authenticated(applicant.email),
    ],
  },

  'another-device-earlier': {
    who: 'a person who continues on another device before creation',
    device: 'computer',
    attributes: 'history="off"',
    backend({ store }) {
      saved = 0;
      const open = (key) => {
        const rows = store.open(key);
        async function change(owner, change, also) {
          let isSaved = false;
          const noting = (records) => {
            const changed = change(records);
            isSaved = changed[0].drafts.some((draft) => !records.drafts.includes(draft));
            return changed;
          };
          const result = await rows.change(owner, noting, also);
          if (isSaved) saved++;
          return result;
        }
        return { ...rows, change };
      };
      return { store: { ...store, open } };
    },
    applicant: { date_of_birth: '1972-02-29' },
    home: { line_1: "Pull's Ferry", status: undefined },
    figures: { monthly_revenue: 14_250.75 },
    typed: { 'addresses.0.line_1': 'Pull’s Ferry', monthly_revenue: '14,250.75' },
    tokens: 2,
    async way(walk) {
      const { first_name, last_name, date_of_birth, ...rest } = walk.person.answers.applicant;
      await walk.steps('company');
      await walk.reach(HEADINGS.applicant);
      await walk.answer('applicant', { first_name, last_name, date_of_birth });
      const { tab: computer } = walk;
      const before = saved;
      await computer.goto('about:blank');
      await until(async () => saved > before);

      await walk.open(computer, 'phone');
      await walk.reach(HEADINGS.applicant);
      const parts = ['day', 'month', 'year'].map((part, at) => [`date_of_birth.${part}`, `${date_of_birth[at]}`]);
      const begun = { first_name, last_name, ...Object.fromEntries(parts) };
      assert.deepEqual(await walk.filled(begun), begun);
      await walk.answer('applicant', rest);
      await walk.goOn('applicant');
      await walk.stepsFrom('review');

      // The form on the computer can no longer be filled in.
      walk.tab = computer;
      await computer.goto(walk.servers.url);
      await walk.steps('offers');
    },
  },

  'another-device': {
    // The page is in Dutch. No Dutch sentences are registered, so the journey is in English.
    who: 'a person who continues on another device after creation',
    lang: 'nl',
    device: 'computer',
    document: true,
    tokens: 2,
    async way(walk) {
      await walk.reach(HEADINGS.company);
      assert.equal(await walk.tab.see('language'), 'en');
      await walk.steps('company', 'applicant', 'review', 'documents', 'figures');
      await walk.reach(HEADINGS.consent);
      const { tab: computer } = walk;

      await walk.open(computer, 'phone');
      await walk.reach(HEADINGS.consent);
      await walk.reads('You asked for £18,500');
      await walk.reads('£6,200 a month');
      await walk.steps('consent', 'offers');
      await walk.reads('You asked for £18,500');

      // On the computer there is nothing left to do, and it sends nothing again.
      walk.tab = computer;
      await walk.reload();
      await walk.reach('What you agreed to');
      await walk.press('Back to your offers');
      await walk.steps('offers');
    },
  },

  'changes-mind': {
    who: 'a person who confirms that they may apply, reads about the broker’s commission, declines, then agrees, then withdraws',
    authority: true,
    ends: 'comes to the offers, and reads there when they withdrew',
    device: 'phone',
    widget: { isolation: 'frame' },
    backend: () => ({
      settings: {
        authority: true,
        partner: {
          ...partner,
          broker: { name: 'Fundmatch', lenders: 1, disclosures: [{ id: 'commission', text: 'A lender pays us 2%.' }] },
        },
      },
    }),
    tokens: 3,
    async way(walk) {
      await walk.steps('company', 'applicant', 'review', 'documents', 'figures');

      await walk.reach(HEADINGS.consent);
      await walk.reads('Fundmatch is a credit broker, not a lender.');
      await walk.reads('Fundmatch works with one lender.');
      await walk.reads('A lender pays us 2%.');
      let start = Date.now();
      await walk.press('I do not agree');
      await walk.reach('You have not asked for offers');
      await decided(walk, 'declined', start);
      await walk.press('Continue without offers');
      await walk.reach('Your application has been created');
      await walk.reload();
      await walk.reach('Your application has been created');
      assert.equal(requests(walk), 0, 'no offers are requested after the rejection');

      await walk.press('Read the agreement again');
      start = Date.now();
      await walk.steps('consent', 'offers');
      await walk.reads('You asked for £18,500');
      await decided(walk, 'given', start);
      assert.equal(requests(walk), 1, 'offers are requested once they agree');

      await walk.press('See what you agreed to');
      await walk.reach('What you agreed to');
      start = Date.now();
      await walk.press('Withdraw my agreement');
      await walk.press('Yes, withdraw my agreement');
      await walk.reach('You have withdrawn your agreement');
      const when = await decided(walk, 'withdrawn', start);
      await walk.reads(when);
      await walk.press('Back to your offers');
      await walk.steps('offers');
      await walk.reads(when);
      await walk.reload();
      await walk.steps('offers');
      await walk.reads(when);
      assert.equal(requests(walk), 1, 'nothing more is requested after the withdrawal');
    },
    decisions: ['declined', 'given', 'withdrawn'],
  },

  'no-answer': {
    // The outcome is unknown until the partner has looked at the lender.
    who: 'a person whose lender does not answer in time',
    explained: ['outcome-unknown'],
    backend() {
      wasSilent = false;
      return { timeoutMs: 1000, settings: { partner } };
    },
    fault(request, response) {
      if (wasSilent || !request.url.endsWith('/applications')) return false;
      wasSilent = true;
      for (const method of ['writeHead', 'flushHeaders', 'write', 'end']) response[method] = () => response;
      return false;
    },
    async way(walk) {
      await walk.steps('company', 'applicant', 'review');
      await walk.reads('Your application may not have been created');
      await walk.reads('Your reference number is');
      await walk.reads('Contact the Ledgerly help desk');
      await walk.press('Check again');
      await walk.reads('Your application may not have been created');
      const { servers, tab, person } = walk;
      const [{ company_id, application_id }] = servers.sandbox.applications;
      const { value: subject } = await tab.signIn();
      const { email } = person.applicant;
      await servers.lending.settleApplication({ subject }, { company_id, application_id, email });
      await walk.press('Check again');
      await walk.stepsFrom('documents');
    },
  },

  'resident-of-paris': notForThem(
    { who: 'a resident of Paris, where the forms are for the United Kingdom' },
    'Country you live in: United Kingdom.',
    ['Ask this site how you can apply.'],
    true,
  ),

  'sole-trader-rejected': notForThem(
    { who: 'a sole trader, where the forms are for limited companies', backend: () => ({ settings: { partner } }) },
    LIMITED,
    ['help@ledgerly.example', '020 7946 0123'],
  ),
};
