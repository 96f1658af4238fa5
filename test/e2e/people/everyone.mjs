import { fail } from 'node:assert/strict';
import anotherDeviceEarlier from './another-device-earlier.mjs';
import anotherDevice from './another-device.mjs';
import changesMind from './changes-mind.mjs';
import directorAtHome from './director-at-home.mjs';
import figuresFirst from './figures-first.mjs';
import figuresRejected from './figures-rejected.mjs';
import homeowner from './homeowner.mjs';
import longName from './long-name.mjs';
import nameSentTwice from './name-sent-twice.mjs';
import noAnswer from './no-answer.mjs';
import oneName from './one-name.mjs';
import pasted from './pasted.mjs';
import residentOfParis from './resident-of-paris.mjs';
import searches from './searches.mjs';
import screenByScreen from './screen-by-screen.mjs';
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
  figuresFirst,
  figuresRejected,
  homeowner,
  longName,
  nameSentTwice,
  noAnswer,
  oneName,
  pasted,
  residentOfParis,
  searches,
  screenByScreen,
  soleTrader,
  soleTraderRefused,
  threeMoves,
  tradedBefore,
  tradedLater,
};

/** The people who use most of the journey. `npm test` includes them. */
const TWO = ['threeMoves', 'noAnswer'];
const GROUPS = {
  two: TWO,
  /** One more of each kind. The short form of `npm run verify` includes them. */
  kinds: ['anotherDevice', 'figuresFirst', 'homeowner', 'residentOfParis', 'screenByScreen', 'searches', 'soleTrader'],
  others: Object.keys(everyone).filter((name) => !TWO.includes(name)),
  /** The people for whom browsers differ most. */
  three: ['directorAtHome', 'pasted', 'threeMoves'],
  everyone: Object.keys(everyone),
};

/** Returns the people in a group or in a list such as `homeowner,pasted`. */
export const choosePeople = (list) =>
  (GROUPS[list] ?? list.split(',')).map((name) => everyone[name] ?? fail(`Nobody here is called ${name}.`));
