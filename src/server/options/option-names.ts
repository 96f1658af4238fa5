import { LendingError } from '../../errors.js';
import { didYouMean } from '../../schema/nearest.js';
import type { SessionOptions } from '../session.js';
import type { FrameOptions, HandlerOptions } from '../types.js';

/** Every option by its name. The compiler reports a missing one. */
const OPTIONS = {
  environment: true,
  baseUrl: true,
  secretKey: true,
  fetch: true,
  timeout: true,
  uploadTimeout: true,
  hookTimeout: true,
  filePart: true,
  notCreatedOn: true,
  consents: true,
  onConsent: true,
  notice: true,
  consentMaxAge: true,
  consentFacts: true,
  authorize: true,
  sessions: { secret: true, store: true, maxAge: true, sessionMaxAge: true, loopback: true, framed: true },
  drafts: true,
  widget: true,
  frame: { scriptUrl: true },
  elements: true,
  settings: true,
  prefill: true,
  lookupCompany: true,
  lookupAddress: true,
  path: true,
  origins: true,
  onApplicationCreated: true,
  existingApplication: true,
  settleAfter: true,
  uploadMemory: true,
  idempotency: true,
  limiter: true,
  log: true,
} satisfies Record<keyof HandlerOptions, true | object> & {
  sessions: Record<keyof SessionOptions, true>;
  frame: Record<keyof FrameOptions, true>;
};

/** Refuses unknown names: a misspelt option would have no effect. */
export function checkNames(given: object, known: object = OPTIONS, prefix = ''): void {
  for (const [name, value] of Object.entries(given)) {
    const inner: unknown = Object.hasOwn(known, name) ? known[name as never] : undefined;
    if (!inner) {
      const names = Object.keys(known);
      const hint = didYouMean(name, names) || ` The options are ${names.join(', ')}.`;
      throw new LendingError('config-invalid', `createHandler(): "${prefix}${name}" is not an option.${hint}`, {
        issues: [{ path: `${prefix}${name}`, reason: 'unknown' }],
      });
    }
    if (typeof inner === 'object' && typeof value === 'object' && value) checkNames(value, inner, `${name}.`);
  }
}
