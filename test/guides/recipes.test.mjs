// The email of docs/recipes.md, against the handler and the sandbox. test/e2e/recipes.test.mjs has the recipes for the page.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, it } from 'node:test';
import { noticeText } from 'lending-elements/adapter';
import { createSandbox } from 'lending-elements/sandbox';
import { createHandler, memoryStore } from 'lending-elements/server';
import { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';
import { ensureBuilt } from '../support/dist.mjs';
import { openGuide } from '../support/guide-code.mjs';
import { pageOf } from '../support/partner-page.mjs';

before(ensureBuilt);

const MAIL = `export const sent = [];
export const mailTomorrow = async (subject, mail) => void sent.push([subject, mail]);
export const cancelMail = async (subject) => void sent.push([subject]);`;

it('the email links back without a token, an id or an answer, until the offers are requested', async (test) => {
  const guide = openGuide('recipes.md', { 'mail.mjs': MAIL });
  test.after(guide.close);
  const [{ onProgress }, { sent }] = [await guide.import('reminder.mjs'), await guide.import('mail.mjs')];
  const sandbox = createSandbox({ origin: 'http://127.0.0.1' });
  const lending = createHandler({
    environment: 'sandbox',
    baseUrl: sandbox.baseUrl,
    secretKey: sandbox.secretKey,
    fetch: sandbox.fetch,
    authorize: () => ({ subject: 'jane' }),
    secret: 'a-secret-for-this-test-with-40-characters',
    store: { ...memoryStore() },
    onProgress,
  });
  const page = pageOf(lending);
  await page.createApplication(sampleApplication());
  await page.prequalify(samplePrequalification());
  await lending.deliverProgress();
  const [subject, mail] = sent.at(-1);
  assert.deepEqual([subject, mail.text.match(/https:\S+/g)], ['jane', ['https://books.example/funding']]);

  const { notice, servedId } = await page.consent();
  const evidence = {
    servedId,
    sha256: createHash('sha256').update(noticeText(notice)).digest('hex'),
    translated: false,
  };
  await page.requestOffers({ credit_score_check_consent: true, evidence });
  await lending.deliverProgress();
  assert.deepEqual(sent.at(-1), ['jane']);
});
