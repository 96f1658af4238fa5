// The journey of one applicant in `npm run test:chaos`, with double clicks, a second tab, and changes of mind. It returns the acknowledged
// facts, which must be on record at the end.
import { documentForm, evidenceOf } from '../../test/fixtures/page-requests.mjs';
import { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';

/** How often a page shows the notice again, when the handler asks for that. */
const NOTICES = 8;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
export const emailOf = (subject) => `${subject}@sample.example`;

/** Goes through the journey. Returns its end, and the acknowledged facts. */
export async function goThrough(page) {
  const acknowledged = { done: new Set(), decisions: [] };
  const state = { page, dice: page.dice, acknowledged };
  const end = await steps(state).catch((error) => `failed: ${error.message}`);
  return { page, end, ...acknowledged };
}

async function steps(state) {
  const { page, dice } = state;
  const started = await page.call('session', { body: {} });
  if (!started) return 'session';
  if (dice.isOne(5) && started.body.draftOwner) await saveDraft(state, started.body.draftOwner);
  if (!(await create(state))) return 'application';
  if (!(await improve(state))) return 'prequalification';
  if (dice.isOne(8) && !(await decline(state))) return 'declining';
  if (!(await requestOffers(state))) return 'offers';
  if (!(await done(state, 'authenticate', 'widget-token', { body: {} }))) return 'token';
  if (dice.isOne(6) && !(await withdraw(state))) return 'withdrawal';
  return 'finished';
}

/** Makes a call, with a double click or a second tab for some. Returns true if one of the responses is a success. */
async function done({ page, dice, acknowledged }, call, route, sending) {
  const key = crypto.randomUUID();
  const clicks = dice.isOne(3) ? 2 + dice.below(2) : 1;
  const isOneTab = dice.isOne(2);
  const answers = await Promise.all(
    Array.from({ length: clicks }, (_, at) =>
      page.call(route, { ...sending, key: isOneTab ? key : crypto.randomUUID(), tab: isOneTab ? '' : `tab ${at} ` }),
    ),
  );
  const isDone = answers.some((answer) => answer?.status === 200);
  if (isDone) acknowledged.done.add(call);
  return isDone;
}

function create(state) {
  const body = sampleApplication();
  body.applicant.email = emailOf(state.page.subject);
  return done(state, 'createApplication', 'applications', { body });
}

function prequalify(state) {
  const body = { ...samplePrequalification(), funding_amount: 25_000 + state.dice.below(900) };
  return done(state, 'prequalify', 'prequalification', { body });
}

/** Sends the figures. Some send a document and start the widget at the same time, from other tabs. */
async function improve(state) {
  const { dice } = state;
  if (!dice.isOne(2)) return prequalify(state);
  const [isDone] = await Promise.all([
    prequalify(state),
    done(state, 'uploadDocument', 'documents', { form: documentForm(`%PDF-1.7\npage ${dice.below(3)}\n%%EOF\n`) }),
    done(state, 'authenticate', 'widget-token', { body: {} }),
  ]);
  return isDone;
}

/** Saves a draft, and reads it as another device would. */
async function saveDraft({ page, acknowledged }, owner) {
  const revision = crypto.randomUUID();
  const draft = { step: 'company', inputs: { company: { registered_name: page.subject } }, answers: {} };
  const saved = await page.call('draft', { body: { owner, revision, after: [], draft } });
  if (saved?.status !== 200) return;
  const read = await page.call('draft', { body: { load: true } });
  if (read?.status === 200) acknowledged.draft = { revision, found: read.body.saved?.revision };
}

async function evidence(page) {
  const served = await page.call('consent', { body: {} });
  return served?.status === 200 ? evidenceOf(served.body) : undefined;
}

/** Shows the notice and agrees; repeats both while the handler asks for a new notice. Some applicants change their mind in another tab meanwhile. */
async function requestOffers(state) {
  const { page, dice } = state;
  const isFickle = dice.isOne(4);
  for (let time = 0; time < NOTICES; time++) {
    const given = await evidence(page);
    if (!given) return false;
    const asking = done(state, 'requestOffers', 'request-offers', {
      body: { credit_score_check_consent: true, evidence: given },
    });
    if (isFickle && time < 2) await Promise.all([asking, changeMind(state)]);
    if (await asking) return true;
  }
  return false;
}

async function decline(state) {
  for (let time = 0; time < NOTICES; time++) {
    const given = await evidence(state.page);
    if (!given) return false;
    if (await decide(state, { decision: 'declined', evidence: given })) return true;
  }
  return false;
}

/** Withdraws, or sends other figures, at any time of the request for offers. */
async function changeMind(state) {
  await pause(state.dice.below(400));
  await (state.dice.isOne(2) ? withdraw(state) : prequalify(state));
}

const withdraw = (state) => decide(state, { decision: 'withdrawn' });

async function decide({ page, acknowledged }, body) {
  const answer = await page.call('consent', { body, tab: `${body.decision} ` });
  if (answer?.status === 200) acknowledged.decisions.push({ event: body.decision, at: answer.body.decidedAt });
  // An applicant who never agreed has nothing to withdraw.
  return answer?.status === 200 || answer?.body.code === 'handler-no-consent';
}
