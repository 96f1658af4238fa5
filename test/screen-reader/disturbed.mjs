// The moments of an applicant who changes a choice, or for whom a call fails, and of a page with the widget alone.
import { tab, text } from './reader.mjs';

/** After the heading of errors or of a panel: no field, and no part of the step. */
export const STEP = [' entry', 'Focus mode', 'Step '];

const UNKNOWN = 'Your application may not have been created heading';
const CREATE = [tab('Create application'), 'Return'];
const AGAIN = [tab('Check again'), 'Return'];

/** The panel keeps the focus, and the result is heard before anything else. */
const checkAgain = (stage, { toReview, step }) => [
  ...toReview,
  ['', () => (stage.status = 504)],
  ['Create application: an unknown outcome', CREATE, [UNKNOWN], [...STEP, 'Registered name']],
  ['Check again: the same', AGAIN, [UNKNOWN], [...STEP, 'Check your answers', 'Registered name']],
  ['', () => stage.settle()],
  ['Check again: the next step', AGAIN, step('Add documents', 4), ['Check your answers']],
];

const fastFailure = (stage, { toReview }) => [
  ...toReview,
  ['', () => (stage.status = 429)],
  // On a busy machine the call can take long enough for “Creating your application…”, but not after its result.
  [
    'Create application: a failure',
    CREATE,
    ['Your application was not created heading'],
    [...STEP, 'heading level 3.\nCreating'],
  ],
];

const CHANGE = [tab('Change (your business)'), 'Return'];
const changedCompany = [
  ['Change: the search again', CHANGE, ['Find your business editable combo box', 'Focus mode']],
  ['types a search', ['ctrl+a', text('acorn')], ['2 results. Choose one from the list.']],
  ['Return: chooses it again', ['Down', 'Return'], ['Acorn Sample Bakery Ltd panel', 'Registration number']],
];

/** The widget has no application. Its panel gets the focus, and is read once. */
const widgetAlone = [
  ['a reload', 'F5', ['Ledgerly has no application from you yet']],
  ['Try again', [tab('Try again'), 'Return'], ['Ledgerly has no application from you yet']],
];
const alone = (html) =>
  html
    .replace('/journey.js', '/widget.js')
    .replace(/<lending-onboarding [^>]*>.*?onboarding>/s, '<lending-widget endpoint="/api/lending"></lending-widget>');

/** `toReview` and `toCompany`: the rows that lead there. `filled`: the options of a page with all answers. `step`: what is heard at a step. */
export const disturbed = ({ filled, toCompany, ...ways }) => ({
  'check again': { options: filled, rows: (stage) => checkAgain(stage, ways) },
  'a fast failure': { options: filled, rows: (stage) => fastFailure(stage, ways) },
  'a changed company': { rows: () => [...toCompany, ...changedCompany] },
  'the widget alone': { options: { edit: alone }, rows: () => widgetAlone },
});
