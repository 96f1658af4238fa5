import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrokerLine } from '../../../src/schema/consent/notice.js';
import { sha256 } from '../../../src/schema/consent/notice-text.js';
import {
  checkNotice,
  defaultNotice,
  insertNames,
  NOTICE_POINTS,
  noticeLines,
  noticeText,
  type ConsentNotice,
  type ShownNotice,
} from '../../../src/schema/index.js';

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+|\n/).filter(Boolean);
const wordsOf = (text: string) => text.match(/[\p{L}\d’'-]+/gu) ?? [];
const NAMES = { partner: 'Sample Books', broker: 'Sample Broker Ltd' };
const plain = insertNames(defaultNotice, {});
/** What is read aloud: without the addresses of the links. */
const read = (notice: ConsentNotice) => noticeLines(notice).map((line) => line.replace(/ \(https:.*\)$/, ''));
const spoken = read(plain);

/** Syllables as English is read, roughly: groups of vowels, without a silent e at the end. */
const syllablesOf = (word: string) =>
  Math.max(
    1,
    (
      word
        .toLowerCase()
        .replace(/e$/, '')
        .match(/[aeiouy]+/g) ?? []
    ).length,
  );

describe('the default notice', () => {
  it('has at most 200 words, and no sentence of more than 25', () => {
    assert.ok(wordsOf(spoken.join(' ')).length <= 200);
    for (const sentence of spoken.flatMap(sentencesOf)) assert.ok(wordsOf(sentence).length <= 25, sentence);
  });

  it('is easy to read at the age of 14', () => {
    const sentences = spoken.flatMap(sentencesOf);
    const words = sentences.flatMap(wordsOf);
    const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
    const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
    assert.ok(grade <= 9, `Flesch-Kincaid grade ${grade.toFixed(1)}`);
  });

  /** What the specification says that the message must convey, by its words. */
  const points: Record<(typeof NOTICE_POINTS)[number], RegExp[]> = {
    'selected-providers': [/offers/, /selected lenders/],
    'shared-with-providers': [/share/, /your details/, /lenders/],
    'credit-reference-soft-check': [
      /credit reference agencies/,
      /soft credit check/,
      /identity check/,
      /not affect your credit score/,
    ],
    'fraud-prevention': [/fraud prevention agencies/, /refused/, /services/, /finance/, /employment/],
  };
  for (const [id, said] of Object.entries(points)) {
    it(`states ${id}`, () => {
      const { lead, text } = defaultNotice.points.find((point) => point.id === id)!;
      for (const words of said) assert.match(text, words);
      const count = wordsOf(lead!).length;
      assert.ok(count >= 3 && count <= 6, lead);
    });
  }

  it('has complete sentences with and without names, and never says “we”', () => {
    assert.match(spoken.join('\n'), /, this site shares your details .* through the lending service\./);
    assert.match(noticeText(insertNames(defaultNotice, NAMES)), /, Sample Books shares .* through Sample Broker Ltd\./);
    assert.doesNotMatch(spoken.join('\n'), /\b(we|us|our)\b/i);
  });

  it('affirms in the first person, and mentions that it can be withdrawn', () => {
    assert.match(defaultNotice.statement, /^I .*\bagree\b/);
    assert.match(spoken.join('\n'), /You can withdraw your agreement at any time: come back to this page and open/);
  });

  it('has a new version if a word has changed: then write its hash here', async () => {
    const known = { 5: 'd18f96f46836d6eedafc57040e8a08f06cf09159fdb32a5c7411fb8d0f2fb930' };
    const hash = await sha256(noticeText(plain));
    const remedy = `The words of the default notice changed. In src/schema/consent/default-notice.ts, write the next version. In this test, write that version with the hash ${hash}.`;
    assert.equal(known[plain.version as never], hash, remedy);
  });
});

describe('the text of a notice', () => {
  const given: ConsentNotice = checkNotice({
    ...plain,
    providersHeading: 'The providers are:',
    providers: [{ name: 'North Ltd' }, { name: 'South plc' }],
  });
  const lines: BrokerLine[] = [
    { id: 'statement', text: 'Sample Ltd is a credit  broker.' },
    { id: 'status', text: 'Its entry', url: 'https://register.example/1' },
  ];
  const notice: ShownNotice = { ...given, broker: { name: 'Sample Ltd', lines } };

  it('contains everything that is shown, in its order', () => {
    const [heading, ...rest] = noticeLines(notice);
    assert.equal(heading, notice.heading);
    const broker = ['Sample Ltd is a credit broker.', 'Its entry (https://register.example/1)'];
    assert.deepEqual(rest.splice(0, 2), broker);
    const lines = [heading, '', ...rest];
    const [first, ...others] = notice.points;
    const names = ['The providers are:', 'North Ltd', 'South plc'];
    const points = others.flatMap(({ lead, text }) => (lead ? [lead, text] : [text]));
    assert.deepEqual(lines.slice(2, 14), [first!.lead, first!.text, ...names, ...points]);
    assert.equal(lines[14], `${notice.links[0]!.text} (${notice.links[0]!.url})`);
    assert.equal(lines.at(-1), notice.statement);
  });

  const changes: [string, Partial<ShownNotice>][] = [
    ['the heading', { heading: `${notice.heading}!` }],
    [
      'a point',
      { points: notice.points.map((point, index) => (index ? point : { ...point, text: `${point.text}.` })) },
    ],
    ['a lead', { points: notice.points.map((point, index) => (index ? point : { ...point, lead: `${point.lead}!` })) }],
    ['the order of the points', { points: notice.points.toReversed() }],
    ['a provider', { providers: [{ name: 'North Ltd' }] }],
    ['the heading of the providers', { providersHeading: 'They are:' }],
    ['the address of a link', { links: [{ ...notice.links[0]!, url: 'https://example.com/' }, notice.links[1]!] }],
    [
      'a line about the broker',
      { broker: { name: 'Sample Ltd', lines: [{ ...lines[0]!, text: 'It lends.' }, lines[1]!] } },
    ],
    ['the statement', { statement: notice.statement.replace('agree', 'do not agree') }],
  ];
  for (const [what, change] of changes) {
    it(`changes when ${what} changes`, async () => {
      assert.notEqual(await sha256(noticeText({ ...notice, ...change })), await sha256(noticeText(notice)));
    });
  }

  it('does not depend on white space or on the Unicode composition of letters', () => {
    const spaced = { ...notice, heading: '  Before\n\tyou get\u00a0offers ' };
    assert.equal(noticeText({ ...spaced, statement: notice.statement }), noticeText(notice));
    assert.equal(noticeText({ ...notice, heading: 'Cre\u0301dit' }), noticeText({ ...notice, heading: 'Cr\u00e9dit' }));
  });

  it('requires a heading for providers', () => {
    assert.throws(() => checkNotice({ ...given, providersHeading: undefined }), /"providersHeading"/);
  });

  it('has only https links', () => {
    for (const url of [
      'http://a.example',
      'javascript:alert(1)',
      'data:text/html,x',
      '//a.example',
      'https://a b',
      'https://a"b',
    ]) {
      assert.throws(() => checkNotice({ ...given, links: [{ text: 'x', url }] }), /"links.0.url"/);
    }
  });
});

describe('the names in a notice', () => {
  const at = (text: string, more: Partial<ConsentNotice> = {}) => ({ ...plain, heading: text, ...more });

  it('are inserted into each of its texts, and nowhere else', () => {
    const whole: ConsentNotice = {
      ...plain,
      heading: '{partner} 1',
      points: plain.points.map(({ id, text }) => ({ id, lead: '{partner} 2', text: `{partner}: ${text}` })),
      providersHeading: '{partner} 3',
      providers: [{ name: '{partner}' }],
      links: [{ text: '{broker} 4', url: 'https://partner.example/{partner}' }],
      statement: '{partner} and {broker}',
    };
    const named = insertNames(whole, NAMES);
    assert.equal(named.heading, 'Sample Books 1');
    for (const { lead, text } of named.points) assert.match(`${lead}, ${text}`, /^Sample Books 2, Sample Books: /);
    assert.equal(named.providersHeading, 'Sample Books 3');
    assert.deepEqual(named.providers, whole.providers);
    assert.deepEqual(named.links, [{ text: 'Sample Broker Ltd 4', url: 'https://partner.example/{partner}' }]);
    assert.equal(named.statement, 'Sample Books and Sample Broker Ltd');
  });

  for (const name of ['$& and $1', '{broker}', 'Söhne & <b>Töchter</b>', '(partner: x)']) {
    it(`are inserted unchanged: ${name}`, () => {
      assert.equal(insertNames(at('By {partner}.'), { partner: name }).heading, `By ${name}.`);
    });
  }

  it('are part of its version, but only the names that it shows', () => {
    const version = (text: string, names: object) => insertNames(at(text), names).version;
    assert.equal(version('Nobody', NAMES), '5');
    assert.equal(version('{partner}', NAMES), '5 (partner: Sample Books)');
    assert.equal(version('{broker}', NAMES), '5 (broker: Sample Broker Ltd)');
    assert.equal(version('{broker} {partner}', NAMES), '5 (partner: Sample Books, broker: Sample Broker Ltd)');
    assert.equal(version('{broker} {partner}', {}), '5');
    const versionWith = (text: string) =>
      insertNames(at('{partner}'), NAMES, { name: 'x', lines: [{ id: 'fee', text }] }).version;
    assert.match(versionWith('No fee.'), /^5 \(partner: Sample Books, disclosures: [\da-f]+\)$/);
    assert.notEqual(versionWith('No fee.'), versionWith('A fee.'));
  });

  it('that end with a stop are not followed by another one', () => {
    const names = { partner: 'Sample Inc.', broker: 'Broker Ltd.' };
    assert.equal(
      insertNames(at('By {partner}. Through {broker}.'), names).heading,
      'By Sample Inc. Through Broker Ltd.',
    );
    assert.equal(insertNames(at('{broker}, then {partner}…'), names).heading, 'Broker Ltd., then Sample Inc.…');
  });

  for (const [text, shown] of [
    ['{partner} asks.', 'This site asks.'],
    ['Before {partner} asks', 'Before this site asks'],
    ['First. {broker} asks.', 'First. The lending service asks.'],
    ['With U.K.{broker}', 'With U.K.the lending service'],
  ] as const) {
    it(`have default words in English if they are not set: ${text}`, () => {
      assert.equal(insertNames(at(text), {}).heading, shown);
      assert.equal(insertNames(at(text, { locale: 'EN-gb' }), {}).heading, shown);
    });
  }

  it('are rejected in another language if they are not set', () => {
    for (const name of ['partner', 'broker']) {
      const notice = at(`Bevor {${name}} fragt`, { locale: 'de' });
      assert.throws(() => insertNames(notice, {}), {
        code: 'config-invalid',
        message: new RegExp(`"credit-check" \\(de\\) has the placeholder \\{${name}\\}, but that name is not set`),
      });
      assert.match(insertNames(notice, { [name]: 'Muster' }).heading, /Muster/);
    }
  });

  for (const placeholder of ['{lender}', '{Partner}', '{ partner }', '{partner.name}', '{}']) {
    it(`with an unknown placeholder are rejected: ${placeholder}`, () => {
      assert.throws(() => insertNames(at(`By ${placeholder}`), NAMES), {
        code: 'config-invalid',
        message: /has the placeholder/,
      });
    });
  }

  it('do not count as words of a point', () => {
    const points = plain.points.map((point, index) => (index ? point : { ...point, text: '{partner}, {broker}' }));
    assert.throws(() => checkNotice({ ...plain, points }), /the point "selected-providers" is missing/);
  });
});

describe('checkNotice', () => {
  const [first, ...others] = defaultNotice.points;
  const withText = (text: string) => ({ ...defaultNotice, points: [{ ...first!, text }, ...others] });
  const MISSING = /the point "selected-providers" is missing/;
  const withPoints = (points: unknown) => ({ ...defaultNotice, points });
  const rejected: [string, unknown, RegExp][] = [
    ['null', null, MISSING],
    ['nothing', undefined, MISSING],
    ['a text', 'We share your data.', MISSING],
    ['a list', [defaultNotice], MISSING],
    ['a function', () => defaultNotice, MISSING],
    ['an empty object', {}, MISSING],
    ...[{}, null, 'selected-providers', [null], [['selected-providers']], [{ id: null }], Symbol('points')].map(
      (points, index): [string, unknown, RegExp] => [
        `points of another shape (${index + 1})`,
        withPoints(points),
        MISSING,
      ],
    ),
    ['a point more that is none', withPoints([...defaultNotice.points, null]), /"points\.5" is missing/],
    ['a locale that is a symbol', { ...defaultNotice, locale: Symbol('en'), broker: {} }, /"locale" is missing or has/],
    ['a broker that is not an object', { ...defaultNotice, broker: 'Sample Ltd' }, /"broker" is missing or has/],
    ['links that are not a list', { ...defaultNotice, links: {} }, /"links" is missing or has/],
    ['a member that no notice has', { ...defaultNotice, title: 'x' }, /"title" is missing or has the wrong shape/],
    ['a member that no point has', withPoints([{ ...first!, html: 'x' }, ...others]), /"points\.0\.html" is/],
    ['a point twice', withPoints([...defaultNotice.points, first]), /"points" has two points with the same id/],
    ...['.', '—', '…', '123456789', '&nbsp;', '&nbsp;&nbsp;&#160;&zwnj;', 'n/a', '\u200b\u200b', '- - -'].map(
      (text): [string, unknown, RegExp] => [`the point “${text}”`, withText(text), MISSING],
    ),
    ...['not a tag', 'en_GB', 'e', '-', 'en-', '*', 'english-'].map((locale): [string, unknown, RegExp] => [
      `the locale “${locale}”`,
      { ...defaultNotice, locale },
      /"locale" is not a language tag/,
    ]),
  ];
  for (const [what, notice, message] of rejected) {
    it(`rejects ${what} with a sentence`, () => {
      assert.throws(() => checkNotice(notice as ConsentNotice), {
        name: 'LendingError',
        code: 'config-invalid',
        message,
      });
    });
  }

  for (const id of NOTICE_POINTS) {
    it(`rejects a notice without the point ${id}, which it names`, () => {
      const notice = { ...defaultNotice, points: defaultNotice.points.filter((point) => point.id !== id) };
      assert.throws(() => checkNotice(notice), { code: 'config-invalid', message: new RegExp(`"${id}"`) });
    });
  }

  it('names the point whose text is missing', () => {
    assert.throws(() => checkNotice(withText('&nbsp;')), /"selected-providers" is missing, or has too few words/);
  });

  const taken: [string, string][] = [
    ['zh-Hans', '我们会把您的资料交给选定的贷款机构。'],
    ['ja', '融資のお申し込みは、選ばれた貸し手に届きます。'],
    ['th', 'เราจะส่งข้อมูลของคุณให้ผู้ให้กู้ที่เลือกไว้'],
    ['ar', 'نشارك بياناتك مع مقدمي التمويل.'],
    ['de-DE', 'Angebote kommen von ausgewählten Anbietern.'],
    ['EN-gb', 'Offers come from selected providers.'],
  ];
  for (const [locale, text] of taken) {
    it(`accepts a point in ${locale}, and does not change its locale`, () => {
      const notice = checkNotice({ ...withText(text), locale });
      assert.deepEqual([notice.locale, notice.points[0]!.text], [locale, text]);
    });
  }
});
