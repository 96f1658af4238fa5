// The table of `npm run test:chaos`, and its differences.

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
  ['handlers stopped for longer than a lock', ({ trouble }) => trouble.counts.suspend],
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
    for (const { from, to, begun, ended, status } of facts.offers)
      console.log(`  offers asked ${from} to ${to}, between the lines ${begun} and ${ended}: ${status}`);
    console.log(`  applications: ${JSON.stringify(facts.created)}, session: ${JSON.stringify(facts.session)}`);
  }
}
