import { addLanguage } from '../../../src/base/text/text.js';
import { LendingCompanyElement } from '../../../src/components/company/lending-company.js';
import { sentences as arabic } from '../../../translations/ar.js';
import { sentences as polish } from '../../../translations/pl.js';
import { company, expect, fixture, html, waitUntil } from '../../support/forms.js';

LendingCompanyElement.define();

/** Makes a language that loads when the test lets it, with a code that no other test has. */
function held(code: string) {
  let calls = 0;
  let release: (sentences: object) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  addLanguage(code, () => {
    calls++;
    return new Promise((resolve, reject) => {
      release = (sentences) => resolve({ sentences: sentences as Record<string, string> });
      fail = reject;
    });
  });
  return {
    calls: () => calls,
    release: (sentences: object) => release(sentences),
    fail: (error: Error) => fail(error),
  };
}

/** Collects what a method of the console is called with. */
function listen(method: 'warn' | 'error') {
  const lines: string[] = [];
  const original = console[method];
  console[method] = (...words: unknown[]) => void lines.push(words.join(' '));
  return { lines, stop: () => (console[method] = original) };
}

const heading = (element: Element) => element.shadowRoot!.querySelector('h2')?.textContent?.trim();
const place = (lang: string) => fixture<LendingCompanyElement>(html`<lending-company lang=${lang}></lending-company>`);

describe('a language that loads on demand', () => {
  it('loads once, when the first element needs it, and no element shows English before', async () => {
    const language = held('qa');
    await place('en');
    expect(language.calls()).to.equal(0);
    const [one, two] = [document.createElement('lending-company'), document.createElement('lending-company')];
    for (const element of [one, two]) {
      element.lang = 'qa';
      document.body.append(element);
    }
    await waitUntil(() => language.calls() === 1, 'it loads');
    expect([heading(one), heading(two)]).to.deep.equal([undefined, undefined]);
    language.release({ 'company.heading': 'Dimó' });
    await waitUntil(() => heading(two) === 'Dimó', 'it is shown');
    expect([heading(one), language.calls()]).to.deep.equal(['Dimó', 1]);
    one.remove();
    two.remove();
  });

  it('does not replace the sentences that the page has added', async () => {
    const language = held('qb');
    addLanguage('qb', { continue: 'Ours' });
    const element = document.body.appendChild(document.createElement('lending-company'));
    element.lang = 'qb';
    await waitUntil(() => language.calls() === 1, 'it loads');
    language.release({ continue: 'Theirs', back: 'Theirs too' });
    await element.updateComplete;
    expect([element.text.term('continue'), element.text.term('back')]).to.deep.equal(['Ours', 'Theirs too']);
    element.remove();
  });

  it('leaves the elements in English if it fails to load, with a warning', async () => {
    const console = listen('error');
    const language = held('qc');
    const element = document.body.appendChild(document.createElement('lending-company'));
    element.lang = 'qc';
    await waitUntil(() => language.calls() === 1, 'it loads');
    language.fail(new Error('blocked'));
    await waitUntil(() => heading(element) === 'Your business', 'English is shown');
    console.stop();
    expect(console.lines.filter((line) => line.includes('"qc"'))).to.have.length(1);
    expect(element.shadowRoot!.firstElementChild).to.have.property('lang', 'en');
    element.remove();
  });
});

describe('a language without sentences', () => {
  it('is reported once in the console, unless diagnostics are off', async () => {
    const console = listen('warn');
    await place('qd');
    await place('qd');
    await fixture(html`<lending-company lang="qe" diagnostics="off"></lending-company>`);
    await place('en-AU');
    console.stop();
    const lines = console.lines.filter((line) => line.includes('has no sentences'));
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include('"qd"').and.include('addLanguage()');
  });
});

describe('the direction of the text', () => {
  const directionOf = (element: Element) => getComputedStyle(element.shadowRoot!.querySelector('h2')!).direction;

  it('follows the language of the sentences, whatever the direction of the page', async () => {
    addLanguage('ar', arabic);
    addLanguage('pl', polish);
    const { element } = await company({ lang: 'ar' });
    expect([directionOf(element), heading(element)]).to.deep.equal(['rtl', 'شركتك']);
    element.lang = 'pl';
    await waitUntil(() => heading(element) === 'Twoja firma', 'it is Polish');
    expect(directionOf(element)).to.equal('ltr');
    const around = await fixture(html`<section dir="rtl" lang="fa"><lending-company></lending-company></section>`);
    const inEnglish = around.querySelector('lending-company')!;
    await waitUntil(() => heading(inEnglish), 'it is rendered');
    expect([directionOf(inEnglish), heading(inEnglish)]).to.deep.equal(['ltr', 'Your business']);
  });
});
