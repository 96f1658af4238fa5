import { LendingError } from '../errors.js';
import type { HandlerOptions } from './handler.js';
import { isLoopback } from './loopback.js';
import { forgets } from './memory-store.js';
import { isGuessable } from './seal.js';

/** What a handler works for: applicants, a trial with the service, or the sandbox on this machine. */
export type HandlerEnvironment = 'production' | 'staging' | 'sandbox';

const ENVIRONMENTS: readonly unknown[] = ['production', 'staging', 'sandbox'] satisfies HandlerEnvironment[];

type Given = Pick<HandlerOptions, 'environment' | 'baseUrl' | 'consents' | 'once' | 'drafts' | 'sessions'>;

const wrong = (option: string, message: string, remedy: string) =>
  new LendingError('config-invalid', `createHandler({ ${option} }): ${message}`, {
    remedy,
    issues: [{ path: option, reason: 'environment' }],
  });

/**
 * Refuses what would lose an applicant's consent, draft or application where applicants come: only the sandbox on this
 * machine goes without lasting stores, and without a secret of chance.
 */
export function checkEnvironment(options: Given): void {
  const { environment = 'production', baseUrl, sessions } = options;
  if (!ENVIRONMENTS.includes(environment))
    throw wrong('environment', 'it is none of "production", "staging" and "sandbox".', 'Choose one of them.');
  const isLocal = URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
  if (environment === 'sandbox') {
    if (isLocal || !URL.canParse(baseUrl)) return;
    throw wrong(
      'environment',
      'it is "sandbox", but baseUrl is not on this machine.',
      'Use "staging" or "production".',
    );
  }
  if (isLocal)
    throw wrong(
      'baseUrl',
      `it is an address of this machine, in ${environment}.`,
      'Set environment to "sandbox" for a sandbox.',
    );
  const why = 'It is for the sandbox on this machine only.';
  if (!options.consents)
    throw wrong(
      'consents',
      'it is missing, so no offers can be requested.',
      'On Node use fileConsents(file) of lending-elements/server/node.',
    );
  if (!options.once)
    throw wrong(
      'once',
      'it is missing, so a restart could create an application twice.',
      'On Node use fileOnce(file, { secret }) of lending-elements/server/node.',
    );
  const [forgetful] = memoryStores(options);
  if (forgetful)
    throw wrong(forgetful, `it forgets everything when this process ends. ${why}`, 'Use a store that lasts.');
  if (
    [sessions?.secret].flat().some((secret) => typeof secret === 'string' && secret.length >= 32 && isGuessable(secret))
  )
    throw wrong(
      'sessions.secret',
      'somebody could guess it.',
      'Set it to 32 or more random characters, the same on every machine.',
    );
}

/** The options whose stores are in memory. */
const memoryStores = ({ consents, once, drafts }: Given) =>
  Object.entries({ consents, once, 'drafts.store': typeof drafts === 'object' ? drafts?.store : undefined })
    .filter(([, store]) => forgets(store))
    .map(([name]) => name);

let isWarned = false;

/** Says once in a process that the sandbox's records are in memory. */
export function warnOfMemory(options: Given): void {
  const names = [...(options.consents ? [] : ['consents']), ...memoryStores(options)];
  if (isWarned || names.length === 0) return;
  isWarned = true;
  console.warn(
    `createHandler(): environment is "sandbox". These stores are in memory and lose everything when this process ends: ${names.join(', ')}.`,
  );
}
