import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { isNotice } from '../../../src/schema/consent/notice-text.js';
import { defaultNotice, defaultSettings, NOTICE_POINTS, session, type Session } from '../../../src/schema/index.js';
import {
  readConsent,
  readDecided,
  readDone,
  readSavedDraft,
  readProgress,
  readSession,
  readToken,
} from '../../../src/schema/calls/read-answers.js';
import { plainNotice } from '../../../stories/support/notices.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- an answer is broken anywhere
type Loose = any;

const good = (): Session => ({
  settings: structuredClone(defaultSettings),
  progress: { done: ['createApplication'] },
  draftOwner: 'aZ09-_'.repeat(7) + 'A',
});
const bad = (change: (answer: Record<string, Loose>) => void): unknown => {
  const answer = good();
  change(answer);
  return answer;
};

describe('a response of the backend, as the page reads it', () => {
  it('is read unchanged if it is a session from the handler', () => {
    assert.deepEqual(readSession(z.parse(session, good())), good());
  });

  it('has the defaults for settings that an older handler does not send', () => {
    const { fields: _, ...older } = good().settings;
    assert.deepEqual(readSession({ ...good(), settings: older })?.settings, defaultSettings);
  });

  const wrong: [string, (answer: Record<string, Loose>) => void][] = [
    ['no settings', (answer) => delete answer.settings],
    ['settings that are a text', (answer) => (answer.settings = 'all')],
    ['no progress', (answer) => delete answer.progress],
    ['a call that there is not', ({ progress }) => (progress.done = ['deleteEverything'])],
  ];
  for (const [what, change] of wrong) {
    it(`is not a session with ${what}`, () => assert.equal(readSession(bad(change)), undefined));
  }

  it('contains the time of a withdrawal if the backend sends it', () => {
    const progress = { done: ['createApplication'], withdrawnAt: '2026-11-21T14:05:09.123Z' };
    assert.deepEqual(readProgress(structuredClone(progress)), progress);
    assert.deepEqual(readSession({ ...good(), progress })?.progress, progress);
    for (const withdrawnAt of [undefined, null, 7, {}]) {
      assert.deepEqual(readProgress({ ...progress, withdrawnAt }), { done: progress.done });
    }
  });

  it('is a consent with a notice and its seal', () => {
    const consent = { notice: defaultNotice, servedId: 'an-id' };
    assert.deepEqual(readConsent(consent), consent);
    for (const other of [
      { servedId: 'an-id' },
      { notice: defaultNotice },
      { notice: 'x', servedId: 'an-id' },
      [],
      null,
    ]) {
      assert.equal(readConsent(other), undefined);
    }
  });

  it('is a decision with or without a receipt', () => {
    const decided = { decidedAt: '2026-11-21T14:05:09.123Z' };
    assert.deepEqual(readDecided(decided), decided);
    assert.equal(readDecided({}), undefined);
    assert.equal(readDecided('x'), undefined);
    assert.equal(readDecided({ ...decided, receipt: 'x' }), undefined);
  });

  it('is a saved draft if it names its owner', () => {
    const answer = { owner: 'o'.repeat(43) };
    assert.deepEqual(readSavedDraft(answer), answer);
    for (const other of [{}, { owner: 5 }, [], null, 'x']) assert.equal(readSavedDraft(other), undefined);
    assert.deepEqual(readDone({ deleted: true }), { deleted: true });
    assert.ok(readDone({ savedAt: '2026-11-21T14:05:09.000Z' }));
    for (const other of [null, 'x', undefined, {}, { deleted: 'yes' }, { savedAt: 5 }])
      assert.equal(readDone(other), undefined);
  });

  it('is a notice that can be shown', () => assert.ok(isNotice(structuredClone(plainNotice))));

  for (const id of NOTICE_POINTS) {
    it(`is not a notice if it leaves out ${id}`, () => {
      assert.ok(!isNotice({ ...plainNotice, points: plainNotice.points.filter((point) => point.id !== id) }));
    });
  }

  const unfit: [string, (notice: Record<string, Loose>) => void][] = [
    ['no points', (notice) => delete notice.points],
    ['a point without a text', ({ points }) => delete points[0].text],
    ['no heading', (notice) => delete notice.heading],
    ['no language', (notice) => delete notice.locale],
    ['no statement', (notice) => (notice.statement = 7)],
    ['no providers', (notice) => delete notice.providers],
    ['a provider without a name', (notice) => (notice.providers = [{}])],
    ['a link that runs a script', (notice) => (notice.links = [{ text: 'x', url: 'javascript:alert(1)' }])],
    ['a heading that lacks a name', (notice) => (notice.heading = 'Before {partner} gets you offers')],
    ['a point that lacks a name', ({ points }) => (points[1].text = 'Shared through {broker}.')],
    ['a link that lacks a name', (notice) => (notice.links = [{ text: '{partner}', url: 'https://partner.example' }])],
    ['a statement that lacks a name', (notice) => (notice.statement = 'I agree, {partner}.')],
    ['a link over http', (notice) => (notice.links = [{ text: 'x', url: 'http://partner.example' }])],
  ];
  for (const [what, change] of unfit) {
    it(`is not a notice with ${what}`, () => {
      const notice = structuredClone(plainNotice);
      change(notice);
      assert.ok(!isNotice(notice));
    });
  }

  it('is a token if access_token is a string in one line, neither empty nor huge', () => {
    assert.deepEqual(readToken({ access_token: 't', more: 1 }), { access_token: 't' });
    assert.ok(readToken({ access_token: 'x'.repeat(8192) }));
    for (const access_token of ['', 'x'.repeat(8193), 'a\r\nb', 'a\u0000', 7, null, ['t'], undefined]) {
      assert.equal(readToken({ access_token }), undefined);
    }
  });

  it('never causes a throw', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        for (const read of [readProgress, readSession, readToken]) assert.equal(read(body), undefined);
        assert.equal(readConsent({ notice: body }), undefined);
        assert.equal(isNotice(body), false);
        readSession({ ...good(), settings: body });
      }),
      { numRuns: 1000, seed: 20200710 },
    );
  });
});
