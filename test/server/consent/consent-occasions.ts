// Valid evidence that is used by another user, for another application, or too late.
import assert from 'node:assert/strict';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import { noticeText } from '../../../src/schema/index.js';
import { plainNotice } from '../../../stories/support/notices.js';
import { agreed, evidenceOf } from '../setup.js';
import { NONE, REWORDED, STALE, WITHDRAWN, yes, type Cell } from './consent-stage.js';

export const swaps: Cell[] = [
  ['another subject sends it', STALE, ({ tom, evidence }) => ({ page: tom, body: yes(evidence) })],
  [
    'the id of the notice is another subject’s',
    STALE,
    async ({ tom, evidence }) => ({
      body: yes({ ...evidence, servedId: (await evidenceOf(await tom.get('consent'))).servedId }),
    }),
  ],
  [
    'another subject sends it, with the token of the first one’s page',
    'handler-other-applicant',
    ({ jane, tom, evidence }) => ({ page: Object.assign(tom, { applicant: jane.applicant }), body: yes(evidence) }),
  ],
  [
    'it was shown before there was an application',
    STALE,
    async ({ browser }) => {
      const page = browser('ann');
      const body = await page.good('request-offers');
      await page.create();
      return { page, body };
    },
  ],
  [
    'it was shown for another application of the same subject',
    STALE,
    async ({ handle, browser, evidence }) => {
      await handle.closeApplication({ subject: 'jane' });
      const page = browser('jane');
      await page.create();
      return { page, body: yes(evidence) };
    },
  ],
  [
    'the wording has changed since',
    STALE,
    ({ another, evidence }) => ({ ...another({ notice: REWORDED }), body: yes(evidence) }),
  ],
  [
    'the wording has changed since, and the hash is of the new one',
    STALE,
    async ({ another, evidence }) => ({
      ...another({ notice: REWORDED }),
      body: yes({ ...evidence, sha256: await sha256(noticeText(REWORDED)) }),
    }),
  ],
  [
    'its language is served no more',
    STALE,
    async ({ jane, another }) => ({
      ...another({ notice: plainNotice }),
      body: await agreed(await jane.get('consent?locale=fr')),
    }),
  ],
  [
    'its id is of one language and its hash of the other',
    NONE,
    async ({ jane, evidence }) => ({
      body: yes({ ...evidence, servedId: (await evidenceOf(await jane.get('consent?locale=fr'))).servedId }),
    }),
  ],
  [
    'the text has changed under its version',
    'config-invalid',
    ({ another, evidence }) => ({
      ...another({ notice: { ...REWORDED, version: plainNotice.version } }),
      body: yes(evidence),
    }),
  ],
];

export const replays: Cell[] = [
  [
    'ten other notices were served since',
    STALE,
    async ({ jane, evidence }) => {
      for (let count = 0; count < 10; count++) await jane.get('consent');
      return { body: yes(evidence) };
    },
  ],
  [
    'the notices that were served have been ended in the store',
    STALE,
    async ({ store, evidence }) => {
      for await (const [key] of store.list!('served/')) await store.set(key, undefined);
      return { body: yes(evidence) };
    },
  ],
  [
    'it was agreed to for later, and then another notice was',
    STALE,
    async ({ jane, evidence }) => {
      for (const one of [evidence, await evidenceOf(await jane.get('consent'))])
        assert.equal((await jane.post('consent', { decision: 'given', evidence: one })).status, 200);
      return { body: yes(evidence) };
    },
  ],
  [
    'offers were requested on it already',
    STALE,
    async ({ jane, evidence, another }) => {
      assert.equal((await jane.post('request-offers', yes(evidence))).status, 200);
      return { ...another(), body: yes(evidence) };
    },
  ],
  [
    'it was withdrawn since',
    WITHDRAWN,
    async ({ jane, evidence, another }) => {
      await jane.post('consent', { decision: 'given', evidence });
      assert.equal((await jane.post('consent', { decision: 'withdrawn' })).status, 200);
      return { ...another(), body: yes(evidence) };
    },
  ],
  [
    'another one was withdrawn since, in another process',
    WITHDRAWN,
    async ({ jane, evidence, another }) => {
      const { page, received } = another();
      await jane.post('request-offers', await jane.good('request-offers'));
      assert.equal((await jane.post('consent', { decision: 'withdrawn' })).status, 200);
      return { page, received, body: yes(evidence) };
    },
  ],
  [
    'it was withdrawn in another process',
    WITHDRAWN,
    async ({ jane, evidence, another }) => {
      const { page } = another();
      await page.post('consent', { decision: 'given', evidence });
      assert.equal((await page.post('consent', { decision: 'withdrawn' })).status, 200);
      return { page: jane, body: yes(evidence) };
    },
  ],
];
