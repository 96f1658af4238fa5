import { fail } from 'node:assert/strict';
import anotherDevice from './another-device.mjs';
import changesMind from './changes-mind.mjs';
import anotherDeviceEarlier from './another-device-earlier.mjs';
import directorAtHome from './director-at-home.mjs';
import homeowner from './homeowner.mjs';
import longName from './long-name.mjs';
import nameSentTwice from './name-sent-twice.mjs';
import noAnswer from './no-answer.mjs';
import oneName from './one-name.mjs';
import pasted from './pasted.mjs';
import residentOfParis from './resident-of-paris.mjs';
import soleTraderRefused from './sole-trader-refused.mjs';
import soleTrader from './sole-trader.mjs';
import threeMoves from './three-moves.mjs';
import tradedBefore from './traded-before.mjs';
import tradedLater from './traded-later.mjs';

const everyone = {
  anotherDevice,
  anotherDeviceEarlier,
  changesMind,
  directorAtHome,
  homeowner,
  longName,
  nameSentTwice,
  noAnswer,
  oneName,
  pasted,
  residentOfParis,
  soleTrader,
  soleTraderRefused,
  threeMoves,
  tradedBefore,
  tradedLater,
};

/** Those who use most of the journey: `npm test` walks them. */
const TWO = ['threeMoves', 'noAnswer'];
const GROUPS = {
  two: TWO,
  others: Object.keys(everyone).filter((name) => !TWO.includes(name)),
  /** Those for whom browsers differ most. */
  three: ['directorAtHome', 'pasted', 'threeMoves'],
  everyone: Object.keys(everyone),
};

/** The people of a group, or those who are named: `homeowner,pasted`. */
export const choosePeople = (list) =>
  (GROUPS[list] ?? list.split(',')).map((name) => everyone[name] ?? fail(`Nobody here is called ${name}.`));
