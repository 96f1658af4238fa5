// A pairwise selection of the sandbox's behaviours in a real browser: an applicant is rejected, corrects the amount, and gets offers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServers } from '../../../scripts/servers.mjs';
import { pairwise, VALUES } from '../../sandbox/behaviours.ts';
import { addDocument, goToDocuments, press, pressWords } from '../applicant.mjs';
import { launch } from '../browser.mjs';
import { writeStatement } from '../statement.mjs';
import { agree, inParallel, sendFigures, tableOf } from './sights.mjs';

const REJECTED = '10,001';
const short = (behaviour) => Object.values(behaviour).join(' ');

describe('the behaviours that the specification does not show, in a browser', { timeout: 600_000 }, () => {
  const selection = pairwise(VALUES);
  let browser;
  let rows;

  /** The journey of an applicant of a partner whose lender behaves so. */
  async function play(behaviour, statement) {
    const { filePart, prequalificationRejection } = behaviour;
    const servers = await startServers({ service: { behaviour }, options: () => ({ filePart, log: false }) });
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      await page.goto(servers.url);
      await goToDocuments(page);
      await addDocument(page, statement);
      await press(page);
      const { failure: rejection } = await sendFigures(page, REJECTED);
      const wasRejected = servers.sandbox.applications[0].status;
      if (prequalificationRejection === 'none') await pressWords(page, 'Back');
      await sendFigures(page, '25,000');
      const { offers, failure } = await agree(page);
      const [{ status, calls }] = servers.sandbox.applications;
      return { rejection, wasRejected, offers, failure, status, answers: calls.map((call) => call.status) };
    } catch (error) {
      return { rejection: '', offers: '', failure: String(error), status: '', answers: [] };
    } finally {
      await context.close();
      await servers.close();
    }
  }

  before(async () => {
    browser = await launch();
    const statement = await writeStatement();
    rows = await inParallel(selection, 3, (behaviour) => play(behaviour, statement));
    const lines = selection.map((behaviour, index) => {
      const { rejection, offers, failure, answers } = rows[index];
      return [short(behaviour), answers.join(' '), rejection.slice(0, 80) || '-', (failure || offers).slice(0, 50)];
    });
    console.log(tableOf([[Object.keys(VALUES).join(' '), 'answers', 'rejection', 'last sight'], ...lines]));
  });
  after(() => browser?.close());

  for (const [index, behaviour] of selection.entries()) {
    it(`lead to offers: ${short(behaviour)}`, () => {
      const { rejection, wasRejected, offers, failure, status, answers } = rows[index];
      assert.equal(failure, '');
      assert.match(offers, /You have 3 offers/);
      assert.equal(wasRejected, 'REJECTED');
      assert.equal(status, 'RECEIVED_OFFERS');
      const { prequalificationRejection, successStatus } = behaviour;
      if (prequalificationRejection === 'none') assert.equal(rejection, '');
      else assert.match(rejection, /did not accept this/);
      const [created, uploaded, rejected, ...others] = answers;
      assert.equal(rejected, prequalificationRejection === 'error' ? 422 : successStatus);
      assert.deepEqual(
        [created, uploaded, ...others],
        Array.from({ length: 5 }, () => successStatus),
      );
    });
  }
});
