// The moments of a journey: what an applicant presses, and what they must hear. A row has a name, the keys, the texts that must be said
// exactly once, and texts that must not be said. A row without a name only presses keys.
import { setTimeout } from 'node:timers/promises';
import { sampleApplication } from '../../stories/support/samples.mjs';
import { disturbed, STEP } from './disturbed.mjs';
import { FACTS, MOST } from './facts.mjs';
import { back, tab, text } from './reader.mjs';

const CONTINUE = [tab('Continue push'), 'Return'];
const date = (day, month, year) => [text(day), 'Tab', text(month), 'Tab', text(year)];
const step = (name, number) => [`${name} heading level 2`, `Step ${number} of 6`];
const errors = (count) => [`${count} answer${count > 1 ? 's need' : ' needs'} another look heading`];

const start = [
  ['H: the first heading', ['ctrl+Home', 'h'], ['Apply for business funding heading']],
  ['Tab: Start', tab('Start'), ['Start push button']],
  ['Start: the first step', 'Return', step('Your business', 1)],
];

const findCompany = [
  ['Tab: the search', tab('Find your business'), ['Find your business editable combo box']],
  ['types a search', text('acorn'), ['2 results. Choose one from the list.']],
  ['Down: the first result', 'Down', ['Acorn Sample Bakery Ltd']],
  [
    'Return: chooses it',
    'Return',
    ['Acorn Sample Bakery Ltd', '99000101 . 12 Sample Street', 'Formed on 14 March 2016'],
  ],
];

const address = [
  ['Down: the address', 'Down', ['14A Sample Street']],
  ['Return: chooses it', 'Return', ['14A Sample Street, Sampleton'], ['another look']],
];

const errorsOfCompany = [
  ['Continue with one error', CONTINUE, errors(1), STEP],
  ['Down: the first link', 'Down', ['Enter the date the business started trading link']],
  [
    'Return on the link',
    'Return',
    ['When did the business start trading?', 'Day entry', 'Error: Enter the date the business started trading.'],
  ],
  ['Tab: the next part of the date', [text('10'), 'Tab'], ['Month entry'], ['Error:']],
  ['', [text('7'), 'Tab', text('2016')]],
];

const errorsOfPerson = [
  ['Tab: the date of birth', tab('Day entry'), ['What is your date of birth?', 'Day entry']],
  ['Tab: the radio group', tab('Do you rent'), ['Do you rent your home?']],
  ['Continue with many errors', CONTINUE, errors(8), STEP],
  ['Continue with the same errors', CONTINUE, errors(8), STEP],
  ['Tab: the first link', 'Tab', ['Enter your first name link']],
  ['Return on it', 'Return', ['First name entry', 'Error: Enter your first name.']],
  ['', [text('Jane'), 'Tab', text('Doe')]],
  ['Tab: the box for one name', 'Tab', ['I have only one name check box not checked']],
  ['', ['Tab', ...date('10', '7', '2000')]],
  ['Tab: the email, with its error', 'Tab', ['Email address entry', 'Error: Enter your email address.']],
  ['', [text('jane.doe'), 'Tab', text('+4412321321')]],
  ['Tab: the search of the address', tab('Find your address'), ['Find your address editable combo box', 'Error:']],
  ['types a search', text('zz11ab 14a'), ['1 result. Choose it from the list.']],
  ...address,
  ['Tab: the date, with its error', tab('Day entry'), ['When did you move in?', 'Error: Enter the date you moved in.']],
  ['', date('1', '2', '2012')],
  ['Tab: the radio group, with its error', tab('Do you rent'), ['Error: Answer “Do you rent your home?”']],
  ['Space: Yes', 'space', ['selected']],
  ['Tab: the country', tab('Country you live in'), ['Country you live in: United Kingdom. Not right?']],
  ['Continue with one wrong answer', [back('Continue push'), 'Return'], errors(1), STEP],
  ['', ['Tab', 'Return', 'ctrl+a', text('jane.doe@example.com')]],
];

const review = [
  ['H: the heading', ['ctrl+Home', 'h'], step('Check your answers', 3)],
  ['H: Your business', 'h', ['Your business heading level 3']],
  ['Down: the answers', ['Down', 'Down', 'Down'], ['Acorn Sample Bakery Ltd']],
  ['Tab: a Change button', tab('Change Date formed'), ['Change Date formed push button']],
  ['Tab: Create application', tab('Create application'), ['Create application push button']],
  ['Create application: the documents', 'Return', step('Add documents', 4)],
];

/** The button keeps the focus, and gets another name. */
const openDialog = (when, ...keys) => [`${when}: the file dialog`, [...keys, 'Return'], []];
const choose = (name) => [text(`${name}`), 'alt+o'];

const documents = ({ files }) => [
  ['Tab: the only button', tab('Skip for now'), ['Skip for now push button']],
  openDialog('Choose files', back('Choose files')),
  ['a file is chosen', choose(files.june), ['“june.pdf” added.']],
  openDialog('Return again'),
  ['a second file is chosen', choose(files.july), ['“july.pdf” added.']],
  openDialog('Return once more'),
  ['a wrong file is chosen', choose(files.wrong), ['“notes.pdf” added.', '“notes.pdf” is not a real PDF']],
  ['Tab: Remove', tab('Remove notes.pdf'), ['Remove notes.pdf push button']],
  ['Return: removes it', 'Return', ['“notes.pdf” removed.']],
  ['Send: the funding', [tab('Send 2 files'), 'Return'], step('The funding you need', 5)],
];

const funding = [
  ['Tab: the amount', tab('How much'), ['How much do you want to borrow? entry', 'In pounds']],
  ['Tab: the revenue', [text('25000'), 'Tab'], ['entry']],
  ['Tab: the judgments', [text('10000'), tab('county court')], ['county court judgments']],
  ['R: No', 'r', ['No.']],
  ['Space: No', 'space', ['selected']],
  ['Continue: the agreement', CONTINUE, step('Before you get offers', 6)],
];

const consent = [
  ['Tab: the tick', tab('check box'), ['I have read this and agree', 'check box not checked']],
  ['Tab: Agree', tab('Agree and get'), ['Agree and get offers push button']],
  ['Agree without the tick', 'Return', errors(1), STEP],
  ['Tab: the link', 'Tab', ['Tick the box if you agree']],
  ['Return on it', 'Return', ['check box not checked', 'Error: Tick the box']],
  ['Space: the tick', 'space', ['checked']],
  ['Agree: the offers', [tab('Agree and get'), 'Return'], ['Your offers heading level 2', 'You have 3 offers']],
];

/** In a frame, the sandbox's widget does not know that it is in a journey, and has a heading of its own. */
const offers = ({ engine, isFramed }) => [
  ...(isFramed ? [['H: the widget', 'h', ['You have 3 offers heading level 3']]] : []),
  // In a frame in Chromium, Orca reads the widget's heading again (ACCESSIBILITY.md).
  [
    isFramed && engine === 'chromium' ? '' : 'H: the first offer',
    'h',
    [`Sample Bank heading level ${isFramed ? 4 : 3}`],
  ],
  ['Tab: Costs in detail', tab('Costs in detail'), ['Costs in detail of the offer from']],
  [
    'Accept offer: the question',
    [tab('Accept offer'), 'Return'],
    ['Accept this offer? from', 'You borrow £', 'and repay £'],
  ],
  ['Yes: accepts the offer', [tab('Yes, accept'), 'Return'], ['You accepted the offer from']],
  ['H: the end', ['ctrl+Home', 'h', 'h'], [`${isFramed ? 'You accepted an offer' : 'Sample Bank'} heading level 3`]],
];

const journey = (stage) => [
  ...start,
  ...findCompany,
  ...errorsOfCompany,
  ['Continue: the second step', CONTINUE, step('About you', 2)],
  ...errorsOfPerson,
  ['Continue: the review', CONTINUE, step('Check your answers', 3)],
  ...review,
  ...documents(stage),
  ...funding,
  ...consent,
  ...offers(stage),
];

/** A page that has all answers, so that a table comes to its step with a few keys. */
const filled = {
  lookups: false,
  edit(html) {
    const { company, applicant } = sampleApplication();
    const prefill = JSON.stringify({ company: { ...company, registered_number: '99000101' }, applicant });
    return html.replace('<lending-onboarding ', `<lending-onboarding prefill='${prefill}' `);
  },
};
const silently = (rows) => rows.map(([, ...row]) => ['', ...row]);
const toPerson = [...silently(start), ['', CONTINUE]];
const toReview = [...toPerson, ['', [tab('When did you move'), ...CONTINUE]]];
const toDocuments = [...toReview, ['', [tab('Create application'), 'Return']]];
const toFigures = [
  ...toDocuments,
  ['', [tab('Skip for now'), 'Return']],
  ['', [tab('How much'), text('25000'), 'Tab', text('10000'), tab('county court'), 'r', 'space', CONTINUE[0]]],
];
const toConsent = [...toFigures, ['', 'Return']];

const goBack = [
  ...toReview,
  ['Change: the answer', [tab('Change Email'), 'Return'], ['Email address entry']],
  ['Continue: the review again', CONTINUE, step('Check your answers', 3)],
  ['Back: the person', [back('Back'), 'Return'], step('About you', 2)],
  ['Back: the business', [back('Back'), 'Return'], step('Your business', 1)],
];

const addresses = [
  ...toPerson,
  [
    'a late date: an earlier address',
    [tab('When did you move'), 'Tab', 'Tab', 'ctrl+a', text('2026'), 'Tab'],
    ['There are more questions below'],
  ],
  ['Tab: the earlier address', tab('previous address'), ['Your previous address panel']],
  ['Continue with errors', CONTINUE, ['another look heading']],
];

const decline = [
  ...toConsent,
  ['I do not agree', [tab('I do not agree'), 'Return'], ['You have not asked for offers heading']],
];

const withdraw = [
  ...toConsent,
  ['', [tab('check box'), 'space', tab('Agree and get'), 'Return']],
  ['See the agreement', [tab('See what you agreed to'), 'Return'], ['heading level 2']],
  ['Withdraw: the question', [tab('Withdraw my agreement'), 'Return'], ['Withdraw your agreement? heading']],
  ['Yes: withdrawn', [tab('Yes, withdraw'), 'Return'], ['You have withdrawn your agreement heading']],
];

const failedCall = (stage) => [
  ...toFigures,
  ['', () => (stage.status = 503)],
  ['Continue: a failure', 'Return', ['heading level 3'], [...STEP, 'Sending']],
  ['', () => (stage.status = 0)],
  ['Try again: the agreement', [tab('Try again push'), 'Return'], step('Before you get offers', 6)],
];

const endedSession = (stage) => [
  ...toPerson,
  ['', () => (stage.isSignedOut = true)],
  [
    'a save without a session',
    [tab('First name'), 'ctrl+a', text('Janet')],
    ['Sign in again to continue'],
    ['not saved'],
  ],
  ['', () => (stage.isSignedOut = false)],
  ['I have signed in: the step again', [back('I have signed in'), 'Return'], step('About you', 2)],
  ['Tab: the kept answer', tab('First name'), ['Janet']],
];

const savedDraft = [
  ...toPerson,
  ['', [tab('First name'), 'ctrl+a', text('Janet'), 'Tab', () => setTimeout(3000)]],
  ['a reload', 'F5', ['Ledgerly is a made-up accounting tool']],
  ['H: the step', 'h', step('About you', 2)],
  ['Tab: the saved answer', tab('First name'), ['First name entry', 'Janet']],
];

const screens = [
  ...start,
  ['Continue: the next screen', CONTINUE, ['When did your business begin? heading level 2', 'Step 1 of 6']],
  ['Back: the screen before', [back('Back'), 'Return'], ['Your business heading level 2', 'Step 1 of 6']],
];

const layout = (html) => filled.edit(html).replace('<lending-onboarding ', '<lending-onboarding layout="screens" ');

export const TABLES = {
  journey: { rows: journey, facts: FACTS, most: MOST },
  'back and forth': { options: filled, rows: () => goBack },
  addresses: { options: filled, rows: () => addresses },
  declining: { options: filled, rows: () => decline },
  withdrawing: { options: filled, rows: () => withdraw },
  'a failed call': { options: filled, rows: failedCall },
  ...disturbed({ filled, toReview, toCompany: silently([...start, ...findCompany]), step }),
  'a session that ended': { options: filled, rows: endedSession },
  'a saved draft': { options: filled, rows: () => savedDraft },
  screens: { options: { ...filled, edit: layout }, rows: () => screens },
  'a frame': {
    options: { ...filled, widget: { isolation: 'frame' } },
    rows: (stage) => [...toConsent, ...consent, ...offers({ ...stage, isFramed: true })],
  },
};
