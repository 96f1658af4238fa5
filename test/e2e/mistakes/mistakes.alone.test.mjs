// What a developer reads in the console after a mistake: one error that says what happened and what to do. Prints the table.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { useVendors } from '../embed-codes/open.mjs';
import { outcome } from '../vendor/visit.mjs';
import { until } from '../walk/walk.mjs';
import { ROWS } from './rows.mjs';

const QUIET = 400;
/** What no console may keep: tokens, queries, and what the applicant entered. */
const SECRETS = /token-\d|[?&](key|next)=|a-secret/;

describe('a mistake of a partner', { timeout: 300_000, concurrency: 3 }, () => {
  const used = useVendors();
  const table = {};
  after(() => {
    const rows = Object.entries(table).map(([name, said]) => `${name}\n${said.replace(/^/gm, '    ')}`);
    console.log(`What developers read after ${rows.length} mistakes:\n${rows.join('\n')}`);
  });

  for (const [name, row] of Object.entries(ROWS)) {
    const then = row.says ? 'is explained once' : row.warns ? 'is warned of once' : 'is left alone';
    it(`${name}: ${then}`, () => check(name, row));
  }

  async function check(name, { says = [], warns, isOff, answer, answers, ...page }) {
    const heard = { error: [], warn: [] };
    const listen = async (opened) => {
      opened.on('console', (message) => {
        const kind = message.type().replace('warning', 'warn');
        if (heard[kind] && message.text().startsWith('<lending-')) heard[kind].push(message.text());
      });
      if (answers) await intercept(opened, answers);
    };
    const run = async (opened) => {
      const told = await outcome(opened);
      const isFailure = says.length > 0 || !!isOff;
      if (!page.codes?.[1]) assert.equal(told?.type, isFailure ? 'lending-error' : 'lending-ready', told?.message);
      const wanted = () => heard.error.length >= Math.sign(says.length) && (!warns || heard.warn.length > 0);
      await until(wanted);
      await pause(QUIET);
    };
    if (page.codes) await used.open({ ...page, answer, open: listen }, run);
    else await used.all.withPage({ body: '', ...page, open: listen }, run);
    table[name] = [...heard.error, ...heard.warn].join('\n') || '(silent)';
    const found = heard.error.filter((text) => says.every((one) => (one.test ? one.test(text) : text.includes(one))));
    assert.deepEqual(
      [heard.error.length, heard.warn.length],
      [Math.sign(says.length), warns ? 1 : 0],
      JSON.stringify(heard),
    );
    if (says.length) assert.equal(found.length, 1, heard.error.join('\n'));
    if (warns) assert.match(heard.warn[0], warns);
    for (const text of [...heard.error, ...heard.warn]) assert.doesNotMatch(text, SECRETS);
  }
});

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Has paths answered in the way that a misconfigured backend would. */
async function intercept(page, answers) {
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const [, found] = Object.entries(answers).find(([start]) => pathname.startsWith(start)) ?? [];
    if (found) void request.respond(found);
    else void request.continue();
  });
  await page.setRequestInterception(true);
}
