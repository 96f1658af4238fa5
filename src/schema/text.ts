import * as z from 'zod/mini';

/** Characters that nobody sees: control characters, zero-width ones, direction overrides, the soft hyphen. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** What somebody meant to type: without characters that nobody sees, single spaces, none around it. */
export const tidy = (typed: string) => typed.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim().normalize('NFC');

/** A line of text, tidied, neither empty nor longer than `max` characters. */
export const line = (max = 200) =>
  z.string().check(z.overwrite(tidy), z.minLength(1, 'empty'), z.maxLength(max, 'too-long'));

/** A code or a name from a list that is open: the partner's settings propose, nothing here refuses. */
// Spec: allowed values of type, status, region, country_code and the document type are not shown; the samples are defaults.
export const openCode = () => line(100);

/** A UUID of any version. */
export const uuid = () => z.string().check(z.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i, 'format'));

/** An e-mail address of at most 254 characters. */
export const email = () =>
  line(254).check(
    z.overwrite((typed: string) => typed.replace(/ /g, '')),
    z.regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/, 'format'),
  );

/** A telephone number in international format. Source: Applicant object. */
// Spec: the sample has 10 digits and would fail a strict national check, so only the shape is checked.
export const phoneNumber = () => z.string().check(z.regex(/^\+\d{6,15}$/, 'format'));

/** A line of text that may be left out: blank is no answer. */
export const optionalLine = (max = 200) =>
  z.codec(z.optional(z.string()), z.optional(line(max)), {
    decode: (typed) => (typed && tidy(typed) ? typed : undefined),
    encode: (value) => value,
  });
