// The moments of a journey: what an applicant presses, and what they must hear. A row has a name, the keys, the texts that must be said
// exactly once, and texts that must not be said. A row without a name only presses keys.
import path from 'node:path';
import { root } from '../../scripts/setup.mjs';
import { back, tab, text } from './reader.mjs';

const STATEMENT = path.join(root, 'test/e2e/statement.pdf');
const CONTINUE = [tab('Continue push'), 'Return'];
const date = (day, month, year) => [text(day), 'Tab', text(month), 'Tab', text(year)];
/** Types a path into a file dialog of GTK. */
const choose = (file) => [text('/'), text(file.slice(1)), 'alt+o'];

const step = (name, number) => [`${name} heading level 2`, `Step ${number} of 6`];

const start = [
  ['H: the first heading', ['ctrl+Home', 'h'], ['Apply for business funding heading']],
  ['Tab: Start', tab('Start'), ['Start push button']],
  ['Start: the first step', 'Return', step('Your business', 1)],
];

const company = [
  ['Tab: the search', tab('Find your business'), ['Find your business editable combo box']],
  ['types a search', text('acorn'), ['2 results. Choose one from the list.']],
  ['Down: the first result', 'Down', ['Acorn Sample Bakery Ltd']],
  ['Return: chooses it', 'Return', ['Acorn Sample Bakery Ltd', 'Formed on 14 March 2016']],
];

const journey = [
  ...start,
  ...company,
  ['Continue with one error', CONTINUE, ['1 answer needs another look heading']],
  ['Down: the first link', 'Down', ['Enter the date the business started trading link']],
  ['Return on the link', 'Return', ['When did the business start trading?', 'Day entry', 'Error: Enter the date the business started trading.']],
  ['', date('10', '7', '2016')],
  ['Continue: the second step', CONTINUE, step('About you', 2)],
  ['Tab: the date of birth', tab('Day entry'), ['What is your date of birth?', 'Day entry']],
  ['Tab: the radio group', tab('Do you rent'), ['Do you rent your home?']],
  ['Continue with many errors', CONTINUE, ['8 answers need another look heading']],
  ['Continue with the same errors', CONTINUE, ['8 answers need another look heading']],
];

export const TABLES = { journey: { rows: () => journey }, start: { rows: () => start } };
