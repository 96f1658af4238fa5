import { LendingError } from '../../errors.js';
import { DRAFT_DAYS } from '../../schema/calls/draft-limits.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { isGuessable } from '../seal.js';
import type { HandlerOptions } from '../types.js';
import { isInMemory } from '../store/memory.js';
import { missingDisclosures } from './disclosures.js';
import { sampleLists } from './partner-settings.js';

const conflict = (option: string, message: string, remedy: string) =>
  new LendingError('config-invalid', `createHandler({ ${option} }): ${message}`, {
    remedy,
    issues: [{ path: option, reason: 'environment' }],
  });

/**
 * Finds options that would lose a real applicant's consent, draft, application or event. Only a sandbox on this machine works with
 * a store in memory and with a secret that can be guessed.
 */
export function conflictsIn(options: HandlerOptions): LendingError[] {
  const { baseUrl, store } = options;
  const environment = options.environment ?? 'production';
  const isLocal = URL.canParse(baseUrl) ? isLoopback(new URL(baseUrl).hostname) : undefined;
  const ofSandbox = [
    isLocal === false &&
      conflict(
        'environment',
        'it is "sandbox", but baseUrl is not on this machine.',
        'Set environment to "staging" or "production".',
      ),
  ];
  const ofOthers = [
    isLocal &&
      conflict(
        'baseUrl',
        `it is on this machine, but environment is "${environment}".`,
        'For a sandbox on this machine, set environment to "sandbox".',
      ),
    !store &&
      conflict(
        'store',
        'it is missing. Without it no consent can be recorded, and a restart could create an application twice.',
        'On Node, set LENDING_DATABASE. Elsewhere write a store, and test it with lending-elements/server/testing.',
      ),
    isInMemory(store) &&
      conflict(
        'store',
        'it is in memory and loses everything when the process ends. Use it for a sandbox on this machine only.',
        'Use a store that keeps its data: set LENDING_DATABASE.',
      ),
    isWeak(options.secret) &&
      conflict('secret', 'it is easy to guess.', 'Set it to 32 or more random characters, the same on every machine.'),
  ];
  const needsList = options.onProgress && store && !store.list;
  const found = [
    ...(environment === 'sandbox' ? ofSandbox : ofOthers),
    needsList && conflict('onProgress', 'the store has no list().', 'Add it to your store. The reference explains it.'),
  ];
  return found.filter((one) => !!one);
}

/** Returns true if one of the secrets is long enough, but can be guessed. */
const isWeak = (secret: HandlerOptions['secret']): boolean =>
  [typeof secret === 'function' ? secret() : secret]
    .flat()
    .some((one: unknown) => typeof one === 'string' && one.trim().length >= 32 && isGuessable(one));

/** Returns true if everything is lost when the process ends. */
const losesAll = ({ store }: HandlerOptions): boolean => !store || isInMemory(store);

/** The header of a request that asks for the diagnostics. */
export const ASKS_FOR_DIAGNOSTICS = 'x-lending-doctor';

/** Facts about the options that a developer should check. They contain neither values of options nor data of an applicant. */
export interface Diagnostics {
  /** The lists of `settings` that still have the sample values of the specification. */
  sampleLists: string[];
  /** The names of the options about the broker and the lenders that are not set, outside of a sandbox. */
  missingDisclosures: string[];
  /** True if the store loses everything when the process ends. */
  isInMemory: boolean;
  /** The headers of the doctor's request that the handler did not get: something in front of it removes them. */
  lostHeaders: string[];
}

/** The headers that the calls of a page need. The doctor sends each of them. */
export const NEEDED_HEADERS = [
  'x-lending-elements',
  'x-lending-business',
  'x-lending-applicant',
  'idempotency-key',
  'cookie',
];

export const diagnosticsOf = (given: HandlerOptions, { headers }: Request): Diagnostics => ({
  sampleLists: sampleLists(given),
  missingDisclosures: missingDisclosures(given),
  isInMemory: losesAll(given),
  lostHeaders: NEEDED_HEADERS.filter((name) => !headers.has(name)),
});

let isWarned = false;

/** Warns once in a process that the sandbox's store is in memory. */
export function warnOfMemory(options: HandlerOptions): void {
  if (isWarned || !losesAll(options)) return;
  isWarned = true;
  console.warn(
    'createHandler(): environment is "sandbox", and the store is in memory: it loses everything when this process ends.',
  );
}

let isTold = false;

/** Logs once in a process that typed answers are stored. */
export function logDraftStorage(options: HandlerOptions): void {
  if (isTold || losesAll(options) || options.drafts === false) return;
  isTold = true;
  console.info(
    `lending-elements: typed answers are stored, sealed, for ${DRAFT_DAYS} days or until they are sent. LENDING_DRAFTS=off turns this off.`,
  );
}
