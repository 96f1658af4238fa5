import { LendingError } from '../../errors.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { isGuessable } from '../seal.js';
import type { HandlerOptions } from '../types.js';
import { isInMemory } from '../records/memory.js';

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
  // An unknown environment is its own problem.
  if (!['production', 'staging', 'sandbox'].includes(environment)) return [];
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
        'On Node, set LENDING_DATABASE. Elsewhere use sqlStore() with an engine for your SQL database.',
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
  return (environment === 'sandbox' ? ofSandbox : ofOthers).filter((one) => !!one);
}

/** Returns true if one of the secrets is long enough, but can be guessed. */
const isWeak = (secret: HandlerOptions['secret']): boolean =>
  [typeof secret === 'function' ? secret() : secret]
    .flat()
    .some((one: unknown) => typeof one === 'string' && one.trim().length >= 32 && isGuessable(one));
