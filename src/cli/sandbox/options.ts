import type { SandboxBehaviour, SandboxOptions } from '../../sandbox/index.js';

/** The options of the command with a value, without those of the server. */
export const SANDBOX_VALUES = [
  'file-part',
  'token-position',
  'error-body',
  'success-status',
  'envelope',
  'prequalification-rejection',
  'token-lifetime',
  'offers-after',
] as const;

/** The options of the command without a value. */
export const SANDBOX_FLAGS = ['lenient', 'single-use-tokens'] as const;

/** Seconds until the answer of each lender. */
const OFFERS_AFTER = [0, 10, 30];

/** Returns the options of `createSandbox()` that the command line names. `createSandbox()` checks the values. */
export function sandboxOptions(values: Partial<Record<string, string>>, flags: ReadonlySet<string>): SandboxOptions {
  const behaviour = defined({
    filePart: values['file-part'],
    tokenPosition: values['token-position'],
    errorBody: values['error-body'],
    successStatus: numberOf(values['success-status']),
    envelope: values.envelope,
    prequalificationRejection: values['prequalification-rejection'],
  }) as SandboxBehaviour;
  const lifetime = numberOf(values['token-lifetime']);
  return {
    strict: !flags.has('lenient'),
    behaviour,
    tokens: { singleUse: flags.has('single-use-tokens'), ...(lifetime !== undefined && { lifetime }) },
    offersAfter: values['offers-after']?.split(',').map(Number) ?? OFFERS_AFTER,
  };
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
