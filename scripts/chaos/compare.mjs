// Compares the lender's record, the entries of consent and the applications with each other, and with the responses that the applicants got.
// Makes the table of `npm run test:chaos`, and prints the differences.
import { emailOf } from './applicant.mjs';

/** Milliseconds around a kill or a stop, in which the last look at a consent may be older. */
const AFTERMATH = 1500;
const DECISIONS = ['given', 'declined', 'withdrawn', 'changed'];

/**
 * Returns the differences, each with the subject. `troubles` are the times of the kills. A line was stored at `stored`; a call for offers began
 * at `begun`, after a last look at `looked`: times of commits in PostgreSQL, and numbers of lines in SQLite.
 */
export function compare({ flows, lender, lines, sessions, troubles }) {
  const differences = [];
  const linesOf = groupBy(lines, ({ subject }) => subject);
  const createdOf = groupBy(lender.created, ({ email }) => email);
  const offersOf = groupBy(lender.offers, ({ company_id }) => company_id);
  const known = new Set(flows.map(({ page }) => emailOf(page.subject)));
  for (const email of createdOf.keys())
    if (!known.has(email)) differences.push({ text: `nobody has the e-mail ${email}` });
  for (const flow of flows) {
    const { subject } = flow.page;
    const created = createdOf.get(emailOf(subject)) ?? [];
    const facts = {
      created,
      lines: linesOf.get(subject) ?? [],
      offers: created.flatMap(({ company_id }) => offersOf.get(company_id) ?? []),
      session: sessions.get(subject),
      troubles,
    };
    const found = [
      ...applications(flow, facts),
      ...offers(facts),
      ...acknowledged(flow, facts),
      ...progress(flow, facts),
    ];
    differences.push(...found.map((text) => ({ text, flow, facts })));
  }
  return differences;
}

function* applications({ done }, { created, session }) {
  if (created.length > 1) yield `the lender has ${created.length} applications`;
  if (done.has('createApplication') && created.length === 0) yield 'an acknowledged application does not exist';
  const company = created[0]?.company_id;
  if (session?.company_id && session.company_id !== company) yield 'the store has the application of somebody else';
}

/** Each call for offers has a line of its own that was stored before, and none comes after a decision that ends the consent. */
function* offers({ offers: calls, lines, troubles }) {
  const inOrder = calls.toSorted((one, other) => one.from - other.from);
  for (const [at, call] of inOrder.entries()) {
    const before = lines.filter(({ stored }) => stored <= call.begun);
    const requesting = before.filter(({ event }) => event === 'requesting');
    const given = before.find(({ event, company_id }) => event === 'given' && company_id === call.company_id);
    if (!given) yield 'a call for offers came before a consent was stored';
    if (requesting.length <= at) yield 'a call for offers came before its own line was stored';
    if (isNear(troubles, call)) continue;
    const known = before.filter(({ event, stored }) => event === 'given' || stored <= call.looked);
    const last = known.findLast(({ event }) => DECISIONS.includes(event));
    if (given && last?.event !== 'given') yield `a call for offers came after the line "${last?.event}"`;
  }
}

/** A handler that is stopped between its last look and the call sends it later. */
const isNear = (troubles, { from, to }) =>
  troubles.some((time) => time.from < to + AFTERMATH && time.to > from - AFTERMATH);

/** Each decision for which an applicant got a response is on record. */
function* acknowledged({ done, decisions, draft }, { lines, offers: calls }) {
  const isGiven = lines.some(({ event }) => event === 'given');
  if (done.has('requestOffers') && !isGiven) yield 'an acknowledged consent is not on record';
  const isAsked = calls.some(({ status }) => status >= 200 && status < 300);
  if (done.has('requestOffers') && !isAsked) yield 'the lender does not know of acknowledged offers';
  for (const { event, at } of decisions)
    if (!lines.some((one) => one.event === event && one.at === at)) yield `an acknowledged "${event}" is not on record`;
  if (draft && draft.found !== draft.revision) yield 'a saved draft was lost';
}

/** The store has each call for which the applicant got a response. */
function* progress({ done }, { session }) {
  for (const call of done) {
    if (!session?.done.includes(call)) yield `the store lacks the acknowledged ${call}`;
  }
}

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

const MB = 2 ** 20;
/** The most memory that a handler may add after its warm-up: caches of a fixed size fill up. */
const MEMORY = { times: 1.3, megabytes: 32 };
/** The least share of the applicants that must reach the end. With fewer, the run has tested too little. */
const LEAST_FINISHED = 0.9;
/** The number of differences that are printed in full. */
const SHOWN = 3;

const isFinished = ({ end }) => end === 'finished';

/** The differences that belong to no applicant. */
export function findings({ count, flows, figures, memory, deaths, trouble }) {
  const found = [...deaths];
  for (const page of new Set(figures.stuck)) found.push({ text: 'a request was stuck', flow: { page } });
  const finished = flows.filter(isFinished).length;
  // A slow machine gets fewer applicants to the end in the same time.
  if (flows.length < count / 4) found.push(`the time was over after ${flows.length} of ${count} applicants`);
  if (finished < flows.length * LEAST_FINISHED) found.push(`only ${finished} of ${flows.length} applicants finished`);
  for (const [kind, number] of Object.entries(trouble.counts))
    if (number === 0) found.push(`nothing of the kind "${kind}" happened`);
  const limit = memory.warm && memory.warm.rss * MEMORY.times + MEMORY.megabytes * MB;
  if (memory.end.rss > limit)
    found.push(`a handler has ${inMB(memory.end.rss)} of memory, and had ${inMB(memory.warm.rss)}`);
  return found.map((one) => (typeof one === 'string' ? { text: one } : one));
}

const inMB = (bytes) => `${Math.round(bytes / MB)} MB`;

const ROWS = [
  ['applicants', ({ flows, count }) => (flows.length < count ? `${flows.length} of ${count}` : count)],
  ['… who finished', ({ flows }) => flows.filter(isFinished).length],
  ['requests', ({ figures }) => figures.requests],
  ['… without a response', ({ figures }) => figures.lost],
  ['connections that the balancer cut', ({ balancer }) => balancer.cuts],
  ['handlers killed', ({ trouble }) => trouble.counts.kill],
  ['handlers restarted', ({ trouble }) => trouble.counts.restart],
  ['handlers stopped for longer than a deadline', ({ trouble }) => trouble.counts.suspend],
  ['PostgreSQL killed', ({ trouble }) => trouble.counts.postgres ?? '-'],
  ['calls to the lender', ({ lender }) => lender.calls],
  ['applications at the lender', ({ lender }) => lender.created.length],
  ['calls for offers', ({ lender }) => lender.offers.length],
  ['lines of consent', ({ lines }) => lines.length],
  ['slowest request', ({ figures }) => `${(figures.slowest / 1000).toFixed(1)} s`],
  ['memory of a handler, warm', ({ memory }) => (memory.warm ? inMB(memory.warm.rss) : '-')],
  ['memory of a handler, at the end', ({ memory }) => inMB(memory.end.rss)],
  ['seconds', ({ seconds }) => Math.round(seconds)],
  ['differences', ({ differences }) => differences.length],
];

/** The cells of the table, with a column for each run. The first row is its head. */
export const tableOf = (runs) => [
  ['', ...runs.map(({ engine }) => engine)],
  ...ROWS.map(([name, of]) => [name, ...runs.map((run) => String(of(run)))]),
];

/** Prints the differences, and the history of the applicants of the first ones. The data is made up. */
export function printDifferences(differences) {
  for (const { text, flow } of differences) console.log(`- ${flow ? `${flow.page.subject}: ` : ''}${text}`);
  for (const { text, flow, facts } of differences.filter(({ flow: one }) => one).slice(0, SHOWN)) {
    console.log(`\n${flow.page.subject}: ${text}\n  ${flow.page.history.join('\n  ')}`);
    if (!facts) continue;
    for (const { event, at, stored } of facts.lines) console.log(`  line ${event} of ${at}, stored ${stored}`);
    for (const { from, to, begun, looked, status } of facts.offers)
      console.log(`  offers asked ${from} to ${to}, after the line ${begun}, last look at ${looked}: ${status}`);
    console.log(`  applications: ${JSON.stringify(facts.created)}, session: ${JSON.stringify(facts.session)}`);
  }
}
