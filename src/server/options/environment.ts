import { LendingError } from '../../errors.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { isGuessable } from '../seal.js';
import type { HandlerEnvironment, HandlerOptions } from '../types.js';
import { isInMemory } from '../util/in-memory.js';
import { sampleLists } from './partner-settings.js';

const ENVIRONMENTS: readonly unknown[] = ['production', 'staging', 'sandbox'] satisfies HandlerEnvironment[];

const wrong = (option: string, message: string, remedy: string) =>
  new LendingError('config-invalid', `createHandler({ ${option} }): ${message}`, {
    remedy,
    issues: [{ path: option, reason: 'environment' }],
  });

/**
 * Refuses options that would lose a real applicant's consent, draft or application. Only a sandbox on this machine works with
 * stores in memory and with a secret that can be guessed.
 */
export function checkEnvironment(environment: HandlerEnvironment, options: HandlerOptions): void {
  if (!ENVIRONMENTS.includes(environment))
    throw wrong('environment', 'it is not "production", "staging" or "sandbox".', 'Set it to one of them.');
  const { baseUrl } = options;
  const isLocal = URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
  if (environment !== 'sandbox') {
    if (isLocal)
      throw wrong(
        'baseUrl',
        `it is an address of this machine, but environment is "${environment}".`,
        'For a sandbox on this machine, set environment to "sandbox".',
      );
    checkStores(options);
    checkSecretStrength(options);
  } else if (!isLocal && URL.canParse(baseUrl)) {
    throw wrong(
      'environment',
      'it is "sandbox", but baseUrl is not on this machine.',
      'Set environment to "staging" or "production".',
    );
  }
}

function checkStores(options: HandlerOptions): void {
  if (!options.consents)
    throw wrong(
      'consents',
      'it is missing. Without it no consent can be recorded, so no offers can be requested.',
      'On Node, set LENDING_DATABASE, or use sqliteStores(file, { secret }) from lending-elements/server/sqlite.',
    );
  if (!options.idempotency)
    throw wrong(
      'idempotency',
      'it is missing, so a restart could create an application twice.',
      'On Node, set LENDING_DATABASE, or use sqliteStores(file, { secret }) from lending-elements/server/sqlite.',
    );
  const [inMemory] = storesInMemory(options);
  if (inMemory)
    throw wrong(
      inMemory,
      'this store is in memory and loses everything when the process ends. Use it for a sandbox on this machine only.',
      'Use a store that keeps its data, such as a file or a database.',
    );
}

function checkSecretStrength({ sessions }: HandlerOptions): void {
  const isWeak = (secret: unknown) => typeof secret === 'string' && secret.length >= 32 && isGuessable(secret);
  if (![sessions?.secret].flat().some(isWeak)) return;
  throw wrong(
    'sessions.secret',
    'it is easy to guess.',
    'Set it to 32 or more random characters, the same on every machine.',
  );
}

/** The names of the stores that lose everything when the process ends. A missing store of consents or idempotency is one. */
export const storesInMemory = ({ consents, idempotency, drafts }: HandlerOptions): string[] => [
  ...(!consents || isInMemory(consents) ? ['consents'] : []),
  ...(!idempotency || isInMemory(idempotency) ? ['idempotency'] : []),
  ...(drafts && typeof drafts === 'object' && isInMemory(drafts.store) ? ['drafts.store'] : []),
];

/** The header of a request that asks for the notes. */
export const ASKS_FOR_NOTES = 'x-lending-doctor';

/** Facts about the options that are worth a look. They contain neither values nor anything of an applicant. */
export interface Notes {
  /** The lists of `settings` that have the sample values of the specification. */
  sampleLists: string[];
  /** The stores that lose everything when the process ends. */
  memoryStores: string[];
  /** The headers of the doctor's request that the handler did not get: something in front of it removes them. */
  lostHeaders: string[];
}

/** The headers that the calls of a page need. The doctor sends each of them. */
export const NEEDED_HEADERS = ['x-lending-elements', 'idempotency-key', 'cookie'];

export const notesOf = (given: HandlerOptions, { headers }: Request): Notes => ({
  sampleLists: sampleLists(given),
  memoryStores: storesInMemory(given),
  lostHeaders: NEEDED_HEADERS.filter((name) => !headers.has(name)),
});

let isWarned = false;

/** Warns once in a process that the sandbox's stores are in memory. */
export function warnOfMemory(options: HandlerOptions): void {
  const names = storesInMemory(options);
  if (isWarned || names.length === 0) return;
  isWarned = true;
  console.warn(
    `createHandler(): environment is "sandbox". These stores are in memory and lose everything when this process ends: ${names.join(', ')}.`,
  );
}
