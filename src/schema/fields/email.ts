import { normalisePlain } from './normalise.js';
import { textLine } from './text.js';

/** Removes text around a copied email address, such as `mailto:` or a name before angle brackets. Straightens a curly apostrophe. */
const normaliseEmail = (typed: string) =>
  normalisePlain(typed)
    .replace(/^[^<]*<([^<>]*)>\W*$/, '$1')
    .replace(/ |^[^@:]*:|(?<![.,;])[.,;]+$/g, '')
    .replace(/\u2019/g, "'");

// Spec: whether the service accepts email addresses with other letters than a to z is not shown; they are rejected with a reason.
export const EMAIL_CHECKS = [
  [/^[!-~]*$/, 'letters'],
  [/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i, 'format'],
] as const;

/** An email address of at most 254 characters. */
export const email = textLine(254, normaliseEmail, EMAIL_CHECKS);
