/** Whether a field is asked, and whether it must be answered. What is `hidden` is neither asked nor expected. */
export type FieldRule = 'required' | 'optional' | 'hidden';
/** Rules by the field's path on the wire, without numbers: `applicant.addresses.county`. A field without one is required. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

const RULES: readonly unknown[] = ['required', 'optional', 'hidden'] satisfies FieldRule[];

/** Whether a setting holds rules and nothing else. */
export const areFieldRules = (given: unknown): given is FieldRules =>
  typeof given === 'object' && given !== null && Object.values(given).every((rule) => RULES.includes(rule));
