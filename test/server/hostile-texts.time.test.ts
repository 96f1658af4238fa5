// The processor time for a long string grows only with its length, wherever a request has it, so that one applicant blocks nobody else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { someTry } from '../support/time.js';
import { documentForm, goodBodies, sampleApplication, setup, UNLIMITED, type Sending } from './setup.js';

/** Texts of about this many bytes in JSON, for which a pattern looks again and again at what it has seen. */
const HOSTILE: Record<string, string> = {
  letters: 'a',
  quotes: '"',
  'quotes and colons': '":',
  backslashes: '\\',
  'backslashes and quotes': '\\"',
  colons: ':',
  commas: ',',
  'commas and semicolons': ',;',
  braces: '{"',
  brackets: '["',
  'closing brackets': ']}',
  'angle brackets': '<!--',
  'opening brackets': '( ',
  NULs: '\0',
  spaces: ' ',
  'line breaks': '\r\n',
  dots: '.',
  'dots before the @': '.@',
  slashes: '/../',
  'per cent signs': '%25',
  accents: '\u0301\u0323',
  'invisible characters': '\u200b',
  'halves of emoji': '\ud83c',
  'letters of postcodes': 'A1',
};
const LENGTH = 30_000;
/** A header of twice this length fits into the 16 KiB that Node accepts. */
const HEADER_LENGTH = 7000;

const fill = (part: string, length: number, { asJson = true } = {}) =>
  part.repeat(length / (asJson ? Buffer.byteLength(JSON.stringify(part)) - 2 : part.length));

/** The places of a body for a string. Each is JSON, so that the handler reads it to its end. */
const BODIES: Record<string, (text: string) => string> = {
  'a list': (text) => JSON.stringify([`${text}x`]),
  'a value': (text) => JSON.stringify({ company: `x${text}x` }),
  'a name': (text) => JSON.stringify({ [`x${text}`]: 1 }),
  'many strings': (text) => `[${JSON.stringify(Array.from({ length: text.length / 4 }, () => ':')).slice(1)}`,
};
const FIELDS: Record<string, (application: ReturnType<typeof sampleApplication>, text: string) => unknown> = {
  email: ({ applicant }, text) => (applicant.email = `a${text}x@`),
  first_name: ({ applicant }, text) => (applicant.first_name = `a${text}a`),
  date_of_birth: ({ applicant }, text) => (applicant.date_of_birth = `1${text}1`),
  phone_number: ({ applicant }, text) => (applicant.phone_number = `1${text}1`),
  registered_number: ({ company }, text) => (company.registered_number = `1${text}1`),
  postcode: ({ company }, text) => (company.address.postcode = `A${text}1`),
};
const HEADERS = [
  'idempotency-key',
  'x-lending-business',
  'x-lending-applicant',
  'content-type',
  'origin',
  'referer',
  'cookie',
  'accept-encoding',
];
const JSON_ROUTES = [
  ...Object.keys(goodBodies()).filter((path) => path !== 'documents'),
  'draft',
  'consent',
  'again',
  'lookups/company',
  'lookups/address',
];

function world() {
  const lookup = () => [];
  const { browser } = setup({ limits: UNLIMITED, lookupCompany: lookup, lookupAddress: lookup, log: () => undefined });
  return browser();
}

/** The least processor time of a request in milliseconds, of some tries. */
async function timeOf(send: () => Promise<Response>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const start = process.cpuUsage();
    await send();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

/** Milliseconds below which two times are not compared: no request is that exact. */
const SHORT = 8;

async function expectLinear(length: number, sendingOf: (length: number) => Sending, path: string, name: string) {
  const page = world();
  await someTry(async () => {
    const twice = await timeOf(() => page.send(path, sendingOf(2 * length)));
    if (twice <= SHORT) return;
    const once = await timeOf(() => page.send(path, sendingOf(length)));
    assert.ok(twice <= 2.5 * once, `${name}: ${once.toFixed(1)} ms, then ${twice.toFixed(1)} ms`);
  });
}

describe('a long string, by the processor time for twice its length', () => {
  for (const path of JSON_ROUTES) {
    it(`takes linear time in each place of the body of ${path}`, async () => {
      for (const [name, part] of Object.entries(HOSTILE))
        for (const [place, body] of Object.entries(BODIES))
          await expectLinear(LENGTH, (length) => ({ body: body(fill(part, length)) }), path, `${name} as ${place}`);
    });
  }

  for (const [field, spoil] of Object.entries(FIELDS)) {
    it(`takes linear time in the field ${field}`, async () => {
      const body = (text: string) => {
        const made = sampleApplication();
        spoil(made, text);
        return made;
      };
      for (const [name, part] of Object.entries(HOSTILE))
        await expectLinear(LENGTH, (length) => ({ body: body(fill(part, length)) }), 'applications', name);
    });
  }

  it('takes linear time in the query of a lookup', async () => {
    for (const [name, part] of Object.entries(HOSTILE))
      await expectLinear(LENGTH, (length) => ({ body: { query: `a${fill(part, length)}b` } }), 'lookups/company', name);
  });

  it('takes linear time in each header', async () => {
    for (const header of HEADERS)
      for (const [name, part] of Object.entries(HOSTILE)) {
        const text = (length: number) => fill(part, length, { asJson: false }).replace(/[^\x20-\x7e]/g, 'x');
        const sendingOf = (length: number) => ({
          body: header === 'content-type' ? 'x' : {},
          headers: {
            [header]: header === 'content-type' ? `multipart/form-data; boundary=${text(length)}` : text(length),
          },
        });
        const path = header === 'content-type' ? 'documents' : 'prequalification';
        await expectLinear(HEADER_LENGTH, sendingOf, path, `${name} in ${header}`);
      }
  });

  it('takes linear time in the name and the content of a file', async () => {
    const kinds = { pdf: 'application/pdf', csv: 'text/csv', jpg: 'image/jpeg' };
    for (const [ending, type] of Object.entries(kinds))
      for (const [name, part] of Object.entries(HOSTILE)) {
        const text = (length: number) => fill(part, length, { asJson: false });
        const named = (length: number) =>
          documentForm({ file: new File(['x'], `${text(length)}.${ending}`, { type }) });
        const filled = (length: number) =>
          documentForm({ file: new File([`%PDF-1.7\n${text(10 * length)}`], `x.${ending}`, { type }) });
        await expectLinear(HEADER_LENGTH / 4, (length) => ({ body: named(length) }), 'documents', `${name}, name`);
        await expectLinear(LENGTH, (length) => ({ body: filled(length) }), 'documents', `${name}, content`);
      }
  });
});
