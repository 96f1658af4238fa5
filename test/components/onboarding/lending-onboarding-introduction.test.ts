import { at, silent, type Fault } from '../../../stories/support/faults.js';
import { createStack } from '../../../stories/support/stack.js';
import { OWN_TEXTS } from '../../../src/languages/own-texts.js';
import { expect, focused, waitUntil, words } from '../../support/component.js';
import { device, draftStack, journey, leave, reload } from '../../support/drafts.js';
import { load, setup, setupHistory, stepThere } from '../../support/journey.js';
import { arabicNotice, broker, plainNotice, polishNotice } from '../../../stories/support/notices.js';

const introduction = true;
const steps = 'company applicant review documents';

/** A journey with its introduction, and what it says. */
async function introduced(...[properties, options]: Parameters<typeof setup>) {
  const all = await setup({ introduction, ...properties }, options);
  const { screen } = all;
  await waitUntil(() => screen.part('introduction'), 'the introduction is shown');
  const needs = () => screen.texts('.facts ul li');
  return { ...all, needs };
}
/** Whether a journey shows its first step without an introduction. */
async function showsStep({ reach, screen }: Awaited<ReturnType<typeof load>>, step: 'company' | 'applicant') {
  await reach(step);
  expect(screen.part('introduction')).to.be.null;
}

describe('<lending-onboarding introduction>', () => {
  it('does not load the introduction without the attribute', async () => {
    const { reach } = await setup();
    await reach('company');
    const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.includes('introduction/'));
    expect(loaded).to.be.empty;
  });

  it('names the purpose, the duration and the things to have ready, and says that checking does not affect the credit score', async () => {
    const { element, screen, needs } = await introduced();
    expect(screen.text('h2')).to.equal('Apply for business funding');
    expect(screen.texts('.facts b')).to.deep.equal([
      'It takes about 5 minutes',
      'Have these ready',
      'Checking for offers does not affect your credit score',
    ]);
    expect(needs()).to.deep.equal([
      'the registration number of the business',
      'the dates it was formed and started trading',
      'where you have lived for the last 3 years',
      'how much you want to borrow, and your monthly revenue',
      'a recent business bank statement, if you have one',
    ]);
    expect(screen.part('progress'), 'no step has begun').to.be.null;
    expect(screen.all('button')).to.have.length(1);
    await expect(element).to.be.accessible();
  });

  it('lists only things that the forms ask for, and makes no promises about checks that do not happen', async () => {
    const settings = {
      addressHistoryYears: 0,
      fields: { 'company.registered_number': 'hidden', 'company.formation_date': 'hidden' } as const,
    };
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const late: Fault =
      (fetch) =>
      async (...request) =>
        released.then(() => fetch(...request));
    const { screen, needs } = await introduced({ steps }, { handler: { settings }, page: at('/session', late) });
    const start = () => Math.round(screen.part('start').getBoundingClientRect().top);
    await waitUntil(() => screen.find('.facts ul')?.style.minHeight, 'the list is measured');
    const before = [needs().length, start()];
    release();
    await waitUntil(() => needs().length === 2, 'the settings have arrived');
    expect([4, start()], 'the button stays where it was').to.deep.equal(before);
    expect(needs()).to.deep.equal(['your home address', 'a recent business bank statement, if you have one']);
    expect(screen.texts('.facts b')).to.have.length(2);
  });

  it('names the partner and the broker', async () => {
    const partner = { name: 'Sample Books', broker: { name: 'Sample Brokers' } };
    const { screen } = await introduced({}, { handler: { settings: { partner } } });
    await waitUntil(() => screen.text('.introduction > .hint'), 'the settings have arrived');
    expect(screen.text('.introduction > .hint')).to.equal(
      'Sample Books shows you this form. Your application goes to lenders through Sample Brokers.',
    );
  });

  it('shows the lines about the broker in the language of the page, and the partner’s as they are', async () => {
    const own = { ...broker, statement: { ar: 'بيان', pl: 'Oświadczenie' } };
    for (const [lang, notice, settings, ours, theirs] of [
      ['pl', [plainNotice, polishNotice], broker, 'pl', 'pl'],
      ['de-AT', [arabicNotice, polishNotice], broker, 'de', 'ar'],
      ['nl', [arabicNotice, polishNotice], broker, 'en', 'ar'],
      ['ar', [plainNotice], broker, 'ar', 'ar'],
      ['cy', [polishNotice], own, 'pl', 'pl'],
    ] as const) {
      const { element, screen } = await introduced(
        { lang },
        { handler: { notice, settings: { partner: { broker: settings } } } },
      );
      const lines = () => screen.all('.introduction > .hint');
      await waitUntil(() => lines().length === 8, 'the settings have arrived');
      const languages = lines().map((line) => line.lang);
      expect(languages, lang).to.deep.equal([ours, settings === own ? 'cy' : ours, ...Array(6).fill(theirs)]);
      expect(words(lines()[1])).to.equal(OWN_TEXTS[languages[1]!]!.panel(broker.name, 12));
      expect(words(lines()[5])).to.equal(broker.disclosures[2]!.text[theirs]);
      const { href, rel, target } = lines()[3]!.querySelector('a')!;
      expect([href, rel, target]).to.deep.equal(['https://register.example/123456', 'noopener noreferrer', '_blank']);
      await expect(element).to.be.accessible();
      element.remove();
    }
  });

  it('starts at the first step, with its heading focused', async () => {
    const { screen, reach } = await introduced({}, { page: at('/session', silent) });
    await screen.press('Start');
    await reach('company');
    await waitUntil(() => words(focused()) === 'Your business', 'the heading has the focus');
    expect(screen.text('[part="progress"]')).to.equal('Step 1 of 6');
  });

  it('starts at the figures if they come first', async () => {
    const first = { steps: 'prequalification company applicant review' };
    const { screen, reach } = await introduced(first, { page: at('/session', silent) });
    await screen.press('Start');
    await reach('prequalification');
  });

  it('has slots for the page’s logo, introduction, funding, help and privacy information', async () => {
    const { element, screen, reach } = await introduced();
    for (const slot of ['logo', 'intro', 'funding', 'help', 'privacy'])
      element.append(Object.assign(document.createElement('p'), { slot, textContent: slot }));
    const seen = () => [...element.children].filter((one) => one.checkVisibility()).map((one) => one.textContent);
    await waitUntil(() => seen().join() === 'logo,intro,help,privacy', 'its own introduction replaces ours');
    expect(screen.find('.facts')!.checkVisibility()).to.be.false;
    element.querySelector('[slot="intro"]')!.remove();
    await waitUntil(() => seen().join() === 'logo,funding,help,privacy', 'its funding is part of ours');
    await screen.press('Start');
    await reach('company');
    await waitUntil(
      () => !screen.all('slot[name="intro"]')[0] && seen().join() === 'help,privacy',
      'only these are seen',
    );
    await expect(element).to.be.accessible();
  });

  it('says if nobody can apply at the moment', async () => {
    const { screen } = await setup(
      { introduction },
      { page: at('/session', (() => async () => new Response('{}', { status: 404 })) as never) },
    );
    await waitUntil(() => screen.field('failure'), 'the failure is shown');
    expect(screen.part('introduction')).to.be.null;
  });

  describe('for an applicant who has begun', () => {
    it('is not shown after a reload', async () => {
      const stack = createStack();
      const page = await load(stack, { introduction });
      await waitUntil(() => page.screen.part('introduction'), 'the introduction is shown');
      await page.screen.press('Start');
      const form = await page.reach('company');
      await waitUntil(() => page.screen.part('saved'), 'it saves');
      form.type({ registered_name: 'Acme' });
      await showsStep(await reload(page, stack, { introduction }), 'company');
    });

    it('is not shown after a reload in an entry of the browser’s history', async () => {
      const { element, screen, stack, reach } = await setupHistory({ introduction });
      await screen.press('Start');
      await reach('company');
      await waitUntil(() => stepThere() === 'company', 'the entry is written');
      element.remove();
      await showsStep(await load(stack, { introduction, history: 'on' }), 'company');
    });

    it('is not shown if the page sets a draft, or puts the journey back into the page', async () => {
      const { element, stack, fill, reach, screen } = await introduced();
      await screen.press('Start');
      await waitUntil(() => screen.part('saved'), 'it saves');
      await fill('company');
      await reach('applicant');
      const { draft } = element;
      element.remove();
      await Promise.resolve();
      await showsStep(await load(stack, { introduction }), 'applicant');
      await showsStep(await load(stack, { introduction, draft }), 'applicant');
    });

    it('is not shown once a draft from another device has loaded', async () => {
      const one = draftStack();
      await device(one.stack).save(journey());
      await showsStep(await load(one.stack, { introduction }), 'applicant');
    });

    it('is not shown if the application exists', async () => {
      const { reach, screen } = await setup({ introduction }, { done: 'createApplication' });
      await reach('documents');
      expect(screen.part('introduction')).to.be.null;
    });
  });

  it('is shown again after a reload if the applicant has not begun', async () => {
    const stack = createStack();
    const page = await load(stack, { introduction });
    await waitUntil(() => page.screen.part('introduction'), 'the introduction is shown');
    await leave(page);
    const { screen, element } = await load(stack, { introduction });
    await waitUntil(() => screen.part('introduction'), 'the introduction is shown');
    expect(element.draft.isIntroducing).to.be.true;
  });
});
