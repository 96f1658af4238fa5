import fs from 'node:fs';
import { complete } from '../walk/person.mjs';

const NOT_PEOPLE = ['everyone.mjs', 'people.short.test.mjs'];
const everyone = fs
  .readdirSync(import.meta.dirname)
  .filter((file) => !NOT_PEOPLE.includes(file))
  .map((file) => file.replace('.mjs', ''));

/** The people who use most of the journey. `npm test` includes them. */
const TWO = ['three-moves', 'no-answer'];
const GROUPS = {
  two: TWO,
  /** One more of each kind. The short form of `npm run verify` includes them. */
  kinds: [
    'another-device',
    'figures-first',
    'homeowner',
    'resident-of-paris',
    'screen-by-screen',
    'searches',
    'sole-trader',
  ],
  others: everyone.filter((name) => !TWO.includes(name)),
  /** The people for whom browsers differ most. */
  three: ['director-at-home', 'pasted', 'three-moves'],
  everyone,
};

/** Returns the people in a group or in a list of files such as `homeowner,pasted`. */
export const choosePeople = (list) =>
  Promise.all((GROUPS[list] ?? list.split(',')).map(async (name) => complete((await import(`./${name}.mjs`)).default)));
