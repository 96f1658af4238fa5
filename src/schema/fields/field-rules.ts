/**
 * How the form asks for a field, and if the applicant must answer.
 *
 * - `required`: the form asks for it, and always sends it.
 * - `asked`: the form asks for it, and the applicant can answer that the field does not apply: "No" to a question about the only
 *   entry of a list, an address without a street, or without a building name or number, an address abroad without a postcode, one name
 *   only. The field is then not sent.
 * - `optional`: the form asks for it, and the applicant may leave it blank.
 * - `hidden`: the form does not ask for it, and the handler accepts an application without it.
 */
export type FieldRule = 'required' | 'asked' | 'optional' | 'hidden';
/** Rules by the field's path on the wire, without indexes: `applicant.addresses.county`. The setting `fields` has the defaults. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

export const FIELD_RULES = ['required', 'asked', 'optional', 'hidden'] as const satisfies FieldRule[];

/** Fields that some people do not have. Requiring them would force a false answer. */
// Spec: which fields are required is not shown.
const ASKED = /address(es)?\.(house_number|line_1)$|^applicant\.(addresses\.(postcode|status)|first_name)$/;

/** The rule for a field, by its path with or without indexes. */
export function ruleFor(rules: FieldRules, path: string): FieldRule {
  const plain = path.replace(/\.\d+/g, '');
  return rules[plain] ?? (ASKED.test(plain) ? 'asked' : 'required');
}

/** The name of the input that is `true` if the applicant has nothing to send for a field that is `asked`. */
export const noneInput = (name: string) => `${name}.none`;

/** Returns true if a setting contains only rules. */
export const areFieldRules = (given: unknown): given is FieldRules =>
  typeof given === 'object' &&
  given !== null &&
  Object.values(given).every((rule) => FIELD_RULES.includes(rule as FieldRule));
