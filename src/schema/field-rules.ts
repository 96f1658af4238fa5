/**
 * Whether a field is asked, and what may be answered.
 *
 * - `required`: it is asked, and always sent.
 * - `asked`: it is asked, and the applicant can answer that there is nothing to send: "No" to a question about the one
 *   entry of a list, an address without a building name or number, one name only. Then the field is left out.
 * - `optional`: it is asked, and may be left blank.
 * - `hidden`: it is neither asked nor expected.
 */
export type FieldRule = 'required' | 'asked' | 'optional' | 'hidden';
/**
 * Rules by the field's path on the wire, without numbers: `applicant.addresses.county`. A field without one is `required`,
 * except those for which some people have nothing to send, which are `asked`: `applicant.addresses.status`,
 * `applicant.addresses.house_number`, `company.address.house_number` and `applicant.first_name`.
 */
export type FieldRules = Readonly<Record<string, FieldRule>>;

const RULES: readonly unknown[] = ['required', 'asked', 'optional', 'hidden'] satisfies FieldRule[];

/** Nobody can be made to give an answer to these that is not true. */
// Spec: which fields are required is not shown.
const ASKED = /^(company\.address|applicant\.addresses)\.house_number$|^applicant\.(addresses\.status|first_name)$/;

/** The rule for a field, by its path with or without numbers. */
export function ruleFor(rules: FieldRules, path: string): FieldRule {
  const plain = path.replace(/\.\d+/g, '');
  return rules[plain] ?? (ASKED.test(plain) ? 'asked' : 'required');
}

/** The input that says, when it holds `true`, that there is nothing to send for a field that is `asked`. */
export const noneOf = (name: string) => `${name}.none`;

/** Whether a setting holds rules and nothing else. */
export const areFieldRules = (given: unknown): given is FieldRules =>
  typeof given === 'object' && given !== null && Object.values(given).every((rule) => RULES.includes(rule));
