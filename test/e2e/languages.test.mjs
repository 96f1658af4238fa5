// The journey in other languages, from the CDN files: the words differ, what is sent does not.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sentences as arabic } from 'lending-elements/languages/ar';
import { sentences as polish } from 'lending-elements/languages/pl';
import { openGuide } from '../support/guide-code.mjs';
import * as applicant from './applicant.mjs';
import { recordProblems, useStage } from './stage.mjs';
import { recorded, sampleCalls } from './walk/partner.mjs';
import { HEADINGS } from './walk/walk.mjs';

/** Runs in the page: the language of the notice in the receipt. */
const recordedLanguage = async () => {
  const answer = await fetch('/api/lending/consent', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lending-elements': '1' },
    body: '{}',
  });
  return (await answer.json()).receipt.pii_processing.language;
};

/** The headings of the steps. The notice is in English. */
const headingsIn = (sentences) => ({
  ...HEADINGS,
  company: sentences['company.heading'],
  applicant: sentences['applicant.heading'],
  review: sentences['review.heading'],
  documents: sentences['documents.heading'],
  figures: sentences['prequalification.heading'],
  offers: sentences['widget.heading'],
});

describe('the journey', { timeout: 120_000 }, () => {
  let html = (text) => text;
  const stage = useStage({ edit: (text) => html(text) });
  let requests;
  let problems;

  /** Opens the page in a language, for a new applicant. */
  function visit(lang, dir) {
    html = (text) => text.replace('<html lang="en"', `<html lang="${lang}" dir="${dir}"`);
    requests = [];
    problems = [];
    return stage.visit((page) => {
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      recordProblems(page, problems);
    });
  }

  for (const { lang, dir, sentences } of [
    { lang: 'ar', dir: 'rtl', sentences: arabic },
    { lang: 'pl', dir: 'ltr', sentences: polish },
  ]) {
    it(`reaches the offers in ${lang}, and sends English values`, async () => {
      const page = await visit(lang, dir);
      const { calls } = stage.servers.sandbox;
      const before = calls.length;
      let note;
      await applicant.goTo(page, 'offers', {
        document: await applicant.writeStatement(),
        headings: headingsIn(sentences),
        look: async (step) => {
          if (step !== 'consent') return;
          note = await page.$eval('>>> .note', ({ textContent, lang }) => [textContent, lang]);
        },
      });
      const english = new Intl.DisplayNames(lang, { type: 'language' }).of('en');
      assert.deepEqual(note, [sentences['consent.language'](english), lang], 'the agreement is in English');
      assert.equal(await page.evaluate(recordedLanguage), 'en');
      await page.waitForSelector('>>> h4', { visible: true });
      assert.deepEqual(recorded({ calls: calls.slice(before) }), sampleCalls());
      // One language loads. No rule of the page's policy is violated.
      const loaded = requests.filter((path) => path.includes('/languages/'));
      assert.deepEqual([loaded, problems], [[`/lending-elements/languages/${lang}.js`], []]);
    });

    it(`shows errors in ${lang}, and marks the language and the direction`, async () => {
      const page = await visit(lang, dir === 'rtl' ? 'ltr' : 'rtl');
      await applicant.reach(page, sentences['company.heading']);
      const marks = await page.$eval('>>> h2', (heading) => {
        const { direction } = getComputedStyle(heading);
        return [heading.closest('[lang]').lang, direction];
      });
      assert.deepEqual(marks, [lang, dir]);
      await applicant.press(page);
      await page.waitForSelector('>>> #summary li', { visible: true });
      const said = await applicant.summary(page);
      assert.ok(said.includes(sentences['problem.empty'](sentences['registered_name.noun'], {})), said.join('\n'));
      assert.ok(said.length > 4 && said.every((line) => !/\b(Enter|Select)\b/.test(line)), said.join('\n'));
    });
  }

  describe('the guide “Languages”', () => {
    const guide = openGuide('languages.md', {
      'nl.js': 'export const sentences = { continue: "Verder", contineu: "Verder" };',
    });
    after(() => guide.close());

    it('has a page in Polish, without any setup', async () => {
      html = () => guide.read('polish.html').replace('/api/lending/elements/', '/lending-elements/');
      await applicant.reach(await stage.visit(), polish['company.heading']);
    });

    it('adds languages and sentences, and lists those that a language lacks', async () => {
      for (const file of ['languages.js', 'words.js']) await guide.import(file);
      const { missing, unknown } = await guide.import('check.js');
      assert.deepEqual([missing.length, unknown], [Object.keys(arabic).length - 1, ['contineu']]);
    });
  });
});
