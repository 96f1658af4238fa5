import { addLanguage } from '../../../src/base/text/text.js';
import { checkNotice, type ConsentNotice } from '../../../src/schema/consent/notice.js';
import { noticeText, sha256 } from '../../../src/schema/consent/notice-text.js';
import { arabicNotice, germanNotice, plainNotice, wordyNotice } from '../../../stories/support/notices.js';
import { CONSENT_FACTS, consentFacts } from '../../../stories/support/samples.mjs';
import {
  at,
  expect,
  held,
  once,
  unreachable,
  waitUntil,
  words,
  type Fault,
  type Screen,
} from '../../support/component.js';
import { createStack, setup, setupLoading } from '../../support/consent.js';

/** A fault of the request for the notice alone. */
const serving = (fault: Fault) => at('/consent', fault, 'locale');

const NAMED = { id: 'named', providers: [{ name: 'North Ltd' }, { name: 'South plc' }] };

const NEW_TAB = '(opens in a new tab)';

/** The text on the screen, line by line, read from the layout: without the element's own marks and words. */
const readOff = (screen: Screen) =>
  screen.all('[part="heading"], [part="text"] :is(p, strong, .chips li), label').map((line) => {
    const href = line.querySelector('a')?.getAttribute('href');
    return line.innerText.replace(NEW_TAB, '').replace(/\s+/g, ' ').trim() + (href ? ` (${href})` : '');
  });

describe('the notice of <lending-consent>', () => {
  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  const rows = (screen: Screen) => screen.all('.points > li');

  it('states each fact in the row of its point', async () => {
    const { screen } = await setup();
    for (const { point, fact, words: said } of consentFacts())
      expect(rows(screen)[Object.keys(CONSENT_FACTS).indexOf(point)]!.innerText, fact).to.match(said);
  });

  it('has a row for each mandatory point: an icon that only decorates, a bold lead, and its text', async () => {
    const { agree, screen } = await setup();
    const [withdrawal, ...mandatory] = rows(screen).toReversed();
    expect(mandatory).to.have.length(4);
    for (const row of mandatory) {
      expect(row.querySelectorAll('svg[aria-hidden="true"]')).to.have.length(1);
      expect(getComputedStyle(row.querySelector('strong')!).fontWeight).to.equal('600');
      expect(words(row.querySelector('strong'))!.split(' ').length).to.be.within(3, 6);
    }
    expect(withdrawal!.querySelector('strong')).to.be.null;
    await agree();
    await screen.heading('What you agreed to');
    const bold = screen.all('.receipt .lead').map((line) => [words(line), getComputedStyle(line).fontWeight]);
    expect(bold).to.deep.equal(plainNotice.points.flatMap(({ lead }) => (lead ? [[lead, '600']] : [])));
  });

  it('has rows without leads if the partner wrote none, and no icon for a point that the partner added', async () => {
    const points = [
      ...plainNotice.points.map(({ id, text }) => ({ id, text })),
      { id: 'ours', lead: 'We keep your details safe', text: 'In a vault.' },
    ];
    const notice = { ...plainNotice, id: 'own', points };
    const { agree, element, screen, recorded } = await setup({}, { handler: { notice } });
    expect(screen.texts('.points strong')).to.deep.equal(['We keep your details safe']);
    expect(rows(screen).map((row) => row.querySelectorAll('svg').length)).to.deep.equal([1, 1, 1, 1, 1, 0]);
    await expect(element).to.be.accessible();
    await agree();
    expect(recorded()[0]!.notice).to.deep.include({ text: noticeText(notice), leads: ['We keep your details safe'] });
  });

  it('names the lenders directly under the first point', async () => {
    const { screen } = await setup({}, { handler: { notice: { ...plainNotice, ...NAMED } } });
    const [first, second] = rows(screen);
    expect([...first!.querySelectorAll('p, li')].slice(1).map(words)).to.deep.equal([
      'The lenders are:',
      'North Ltd',
      'South plc',
    ]);
    expect(words(second)).not.to.include('North Ltd');
  });

  it('is as tall as its text and does not scroll', async () => {
    const { screen } = await setup();
    const text = screen.find('.notice')!;
    expect(text.scrollHeight).to.be.at.most(text.clientHeight + 1);
  });

  const NOTICES: [string, ConsentNotice][] = [
    ['the default one', plainNotice],
    ['a reworded one with providers and links', wordyNotice],
    ['a German one', germanNotice],
    ['an Arabic one', arabicNotice],
  ];
  for (const [what, shown] of NOTICES) {
    it(`is recorded as it is rendered: ${what}`, async () => {
      const { agree, element, screen, recorded } = await setup({}, { handler: { notice: shown } });
      const text = noticeText(checkNotice(shown));
      expect(readOff(screen).join('\n')).to.equal(text);
      expect(await sha256(readOff(screen).join('\n'))).to.equal(await sha256(text));
      expect(screen.find('.notice')!.lang).to.equal(shown.locale);
      expect(getComputedStyle(screen.find('.notice p')!).direction).to.equal(shown.locale === 'ar' ? 'rtl' : 'ltr');
      expect(screen.all('.notice img, b, u, i, em')).to.be.empty;
      await expect(element).to.be.accessible();
      await agree();
      const [given] = recorded();
      expect(given).to.include({ event: 'given', translated: false });
      expect(given!.notice).to.include({ text, sha256: await sha256(text) });
    });
  }

  it('is in the language of the element', async () => {
    const notices = [plainNotice, germanNotice];
    const { screen } = await setup({ lang: 'de-AT' }, { handler: { notice: notices } });
    expect(screen.text('h2')).to.equal(germanNotice.heading);
  });

  describe('in another language than the page', () => {
    const note = (screen: Screen) => screen.find('.note')!;
    it('is announced in one line in the language of the page, and its language is recorded', async () => {
      addLanguage('pl', () => import('../../../translations/pl.js'));
      const { agree, element, screen, recorded } = await setup({ lang: 'pl' });
      await waitUntil(() => note(screen).textContent!.includes('angielski'), 'the line is there');
      expect(screen.text('.note')).to.equal('Język tej zgody: angielski. Zgadzasz się właśnie na te słowa.');
      expect([note(screen).lang, note(screen).ariaLive, screen.find('.notice')!.lang]).to.deep.equal([
        'pl',
        'polite',
        'en',
      ]);
      await expect(element).to.be.accessible();
      await agree();
      const [given] = recorded();
      expect(given).to.include({ event: 'given', translated: false });
      expect(given!.notice).to.include({ locale: 'en' });
    });

    it('is announced in English, too', async () => {
      const { screen } = await setup({}, { handler: { notice: germanNotice } });
      expect(screen.text('.note')).to.equal('This agreement is in German. Those are the words that you agree to.');
    });

    it('is not announced for the same language of another country', async () => {
      const { screen } = await setup({ lang: 'en-US' });
      expect(screen.text('.note')).to.equal('');
    });
  });

  it('opens its links in a new tab, and says so in words that are not recorded', async () => {
    const { agree, screen, recorded } = await setup({}, { handler: { notice: germanNotice } });
    const [link, ...more] = screen.all<HTMLAnchorElement>('.notice a');
    expect(more).to.be.empty;
    const { href, rel, target } = link!;
    expect([href, rel, target]).to.deep.equal([germanNotice.links![0]!.url, 'noopener noreferrer', '_blank']);
    expect(words(link)).to.equal(`Datenschutz ${NEW_TAB}`);
    const ours = link!.lastElementChild as HTMLElement;
    expect([ours.lang, ours.translate, words(ours)]).to.deep.equal(['en', true, NEW_TAB]);
    await agree();
    expect(recorded()[0]!.notice!.text).to.include('Datenschutz (https://partner.example/datenschutz)');
    expect(recorded()[0]!.notice!.text).not.to.include('new tab');
  });

  it('has the names of the partner and the broker, on the page and in the record', async () => {
    const partner = { name: 'Sample <i>Books</i>', broker: { name: 'Sample Broker Ltd' } };
    const { agree, screen, recorded } = await setup({}, { handler: { settings: { partner } } });
    const line = words(rows(screen)[1]!.querySelector('p'))!;
    expect(line).to.match(/, Sample <i>Books<\/i> shares your details .*, through Sample Broker Ltd\.$/);
    await agree();
    const { text, version } = recorded()[0]!.notice!;
    expect(text.split('\n')).to.include(line);
    expect(version).to.match(/^5 \(partner: Sample <i>Books<\/i>, broker: Sample Broker Ltd, disclosures: /);
  });

  it('shows a loading message until it has loaded', async () => {
    const { fault, release } = held();
    const { element, screen, box } = await setupLoading({}, { page: serving(fault) });
    expect(screen.text('[aria-live]')).to.equal('Loading…');
    expect(screen.field('agree')).to.be.null;
    await expect(element).to.be.accessible();
    release();
    await waitUntil(box, 'the notice is shown');
  });

  it('shows that it could not be loaded, and loads at the next try', async () => {
    const { element, screen, errors, box } = await setupLoading({}, { page: serving(once(unreachable)) });
    await waitUntil(() => screen.find('#failure'), 'the failure is shown');
    expect(errors.map(({ error, step }) => [error.code, step])).to.deep.equal([['adapter-unreachable', 'consent']]);
    expect(screen.text('#failure')).to.include('This step did not open This site is not responding.');
    // It is the next action of the screen.
    expect(getComputedStyle(screen.part('retry')).backgroundColor).not.to.equal('rgba(0, 0, 0, 0)');
    await expect(element).to.be.accessible();
    screen.part('retry').click();
    await waitUntil(box, 'the notice is shown');
    await screen.focus('heading');
  });

  for (const [what, change] of [
    ['without one of the four points', { points: plainNotice.points.slice(1) }],
    ['with a name that its backend has not inserted', { heading: 'Before {partner} gets you offers' }],
    ['with a link over http', { links: [{ text: 'More', url: 'http://partner.example' }] }],
    ['with a link that runs a script', { links: [{ text: 'More', url: 'javascript:alert(1)' }] }],
  ] as const) {
    it(`is not shown ${what}`, async () => {
      const { adapter } = createStack();
      const consent = async () => ({ ...(await adapter.consent()), notice: { ...plainNotice, ...change } });
      const { screen, errors } = await setupLoading({ adapter: { ...adapter, consent } as typeof adapter });
      await waitUntil(() => screen.find('#failure'), 'the failure is shown');
      expect(errors[0]!.error.code).to.equal('adapter-unexpected-response');
      expect(screen.field('agree')).to.be.null;
    });
  }

  it('aborts its call when the element is removed, and loads when the element is back', async () => {
    const { fault, release } = held();
    let signal: AbortSignal | null | undefined;
    const { element, errors, box } = await setupLoading(
      {},
      {
        page: serving((fetch) => (input, init) => {
          signal ??= init?.signal;
          return fault(fetch)(input, init);
        }),
      },
    );
    const { parentElement } = element;
    element.remove();
    await waitUntil(() => signal?.aborted, 'the call is given up');
    release();
    parentElement!.append(element);
    await waitUntil(box, 'the notice is shown');
    expect(errors).to.be.empty;
  });

  describe('a notice that was changed', () => {
    const changes: [string, (screen: Screen) => unknown][] = [
      [
        'a point',
        (screen) => (screen.find('.notice p')!.textContent = 'Kreditangebote kommen von ausgewählten Anbietern.'),
      ],
      ['the statement', (screen) => (screen.find('label span')!.textContent = 'Yes')],
      ['the heading', (screen) => (screen.find('h2 span')!.textContent += '!')],
      [
        'where a link leads',
        (screen) => (screen.find<HTMLAnchorElement>('.notice a')!.href = 'https://other.example/'),
      ],
      ['a point that styles hide', (screen) => (screen.find('.notice p')!.style.visibility = 'hidden')],
      ['a point that is gone', (screen) => screen.find('.points > li:nth-of-type(4)')!.remove()],
      ['a lead that is gone', (screen) => screen.find('.points strong')!.remove()],
      ['a lead', (screen) => (screen.find('.points strong')!.textContent += ', and from no others')],
      ['the order', (screen) => screen.find('.notice')!.append(screen.find('.notice p')!)],
      ['a line more', (screen) => screen.find('.notice')!.append(screen.find('.notice p')!.cloneNode(true))],
    ];
    for (const [what, change] of changes) {
      it(`is not agreed to: ${what}`, async () => {
        const { screen, box, asked, recorded } = await setup();
        change(screen);
        box().click();
        await screen.submitRejected();
        expect(screen.error('agree')).to.equal(
          'The text above has changed, for example because it was translated. To agree, show the page in its original language',
        );
        expect(asked()).to.be.empty;
        expect(recorded()).to.be.empty;
      });
    }
  });

  describe('on a page that was machine-translated', () => {
    const root = document.documentElement;
    const { lang, className } = root;
    const title = document.head.appendChild(document.createElement('title'));
    afterEach(() => {
      Object.assign(root, { lang, className });
      title.removeAttribute('_msttexthash');
    });
    const marks: [string, () => void][] = [
      ['Google and Chrome', () => Object.assign(root, { lang: 'de', className: 'translated-ltr' })],
      ['Google, into Arabic', () => Object.assign(root, { lang: 'ar', className: 'translated-rtl' })],
      ['Safari and Firefox', () => (root.lang = 'de')],
      ['Edge', () => title.setAttribute('_msttexthash', '109512')],
    ];
    const note = (screen: Screen) => screen.text('.note');
    for (const [who, translate] of marks) {
      it(`adds that the notice is the original, before and after it is rendered: ${who}`, async () => {
        const { agree, element, screen, recorded } = await setup();
        expect(note(screen)).to.equal('');
        translate();
        await waitUntil(() => note(screen), 'the line is there');
        expect(note(screen)).to.include('original language');
        await expect(element).to.be.accessible();
        const later = await setup();
        expect(note(later.screen)).to.include('original language');
        await agree();
        expect(recorded()[0]).to.include({ event: 'given', translated: true });
      });
    }

    it('asks translators to leave the notice and its statement as they are', async () => {
      const { screen } = await setup();
      for (const line of screen.all('h2 span, .notice p, .notice a, label span')) expect(line.translate).to.be.false;
    });
  });
});
