// Every schema of the wire sees what JSON leaves of a value: no key for `undefined`, `null` or a blank text from other writers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import * as schemas from '../../../src/schema/index.js';
import { defaultNotice, defaultSettings, toProblems } from '../../../src/schema/index.js';
import {
  readConsent,
  readDecided,
  readProgress,
  readSession,
  readToken,
} from '../../../src/schema/calls/read-answers.js';
import { consentRecord } from '../../../src/server/consent/record.js';
import { broker, wordyNotice } from '../../../stories/support/notices.js';
import { sent } from '../fields/typed-anything.js';
import { sampleApplication, samplePrequalification } from '../samples.js';

const runs = { numRuns: 300, seed: 20200710 };
const ID = '5f0e6d0a-9f43-4c8e-8a34-2f4f5f0f6a11';

const evidence = { servedId: 'an-id', sha256: 'a'.repeat(64), translated: false };
const ends = { company_id: ID, email: 'jane.doe@example.com' };
const settings = {
  ...structuredClone(defaultSettings),
  companyTypes: [{ value: 'ltd', label: 'Limited company' }, { value: 'plc' }],
  partner: {
    name: 'Sample Books',
    broker,
    support: { name: 'Sample Books support', email: 'help@partner.example', phone: '01632 960 001' },
  },
  readOnly: ['applicant.email'],
};
const notice = {
  ...wordyNotice,
  heading: 'Before we ask',
  points: defaultNotice.points,
  links: [{ text: 'How we use your data', url: 'https://partner.example/privacy', version: '2' }],
};
const widget = {
  embedCode: '<div></div>',
  scriptUrl: 'https://lender.example/widget.js',
  integrity: 'sha256-x',
  handOff: { global: 'Sample', calls: [{ method: 'init', arguments: ['{access_token}'] }] },
  origins: ['https://lender.example'],
  isolation: 'frame',
  frameUrl: '/api/lending/frame',
  opensLater: true,
};
const address = { ...sampleApplication().applicant.addresses[0]!, county: 'Greater London' };
const application = {
  ...sampleApplication(),
  applicant: { ...sampleApplication().applicant, addresses: [address, { ...address, current: undefined }] },
};

/** A value with as many optional keys as can be, for each schema that there is. */
const SAMPLES: Record<string, unknown> = {
  application,
  createApplicationAnswer: { application_id: ID, region: 'UK', company: { id: ID } },
  documentFields: { type: 'bank-statement' },
  prequalification: samplePrequalification(),
  requestOffers: { credit_score_check_consent: true },
  offersRequest: { credit_score_check_consent: true, evidence },
  noticeRequest: { locale: 'cy' },
  authorityConfirmation: { locale: 'en', text: 'I am a director.' },
  consentEvidence: evidence,
  consentDecision: { decision: 'given', evidence },
  widgetAuth: ends,
  widgetToken: { access_token: 'a-token' },
  widgetAuthAnswer: { access_token: 'a-token' },
  settings,
  progress: { done: ['createApplication'], withdrawnAt: '2026-11-21T14:05:09.123Z', changedSinceOffers: true },
  session: {
    settings,
    progress: { done: [] },
    draftOwner: 'a'.repeat(43),
    prefill: { company: { registered_name: 'Acme LTD' } },
    figures: samplePrequalification(),
    widget,
  },
  widgetSettings: widget,
  consentNotice: notice,
  lookupQuery: { query: 'acme' },
  foundAddress: {
    house_number: '12',
    line_1: 'Sample Street',
    city: 'London',
    county: 'Greater London',
    postcode: 'EC1A 1BB',
  },
  foundCompany: {
    registered_name: 'Acme LTD',
    registered_number: '01234567',
    type: 'ltd',
    formation_date: '2020-07-10 00:00:00.000',
    trading_from_date: '2020-08-10 00:00:00.000',
    address: { line_1: 'Sample Street', city: 'London', postcode: 'EC1A 1BB' },
  },
};

/** What the answer of a call comes to is made of other keys than the answer has. */
const MADE_ANEW = ['createApplicationAnswer', 'widgetAuthAnswer'];
/** What a developer writes as code, and no form or backend as text: `null` may be a value there. */
const CODE = /(^|\.)handOff\./;

const isSchema = (value: unknown): value is z.core.$ZodType => typeof value === 'object' && !!value && '_zod' in value;

interface Def {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  element?: z.core.$ZodType;
}

/** The places of a value whose keys a schema names, and which of them may be left out. */
function placesIn(schema: z.core.$ZodType, value: unknown, path: (string | number)[] = []): Place[] {
  const { type, shape, innerType, element, ...def } = schema._zod.def as Def;
  if (type === 'optional') return placesIn(innerType!, value, path);
  if (type === 'pipe') return [def.in!, def.out!].flatMap((one) => placesIn(one, value, path));
  if (type === 'array' && Array.isArray(value))
    return value.flatMap((item, index) => placesIn(element!, item, [...path, index]));
  if (type !== 'object' || typeof value !== 'object' || value === null) return [];
  return Object.entries(shape!).flatMap(([key, field]) => [
    { path: [...path, key], isOptional: field._zod.optin !== undefined },
    ...placesIn(field, (value as Record<string, unknown>)[key], [...path, key]),
  ]);
}
interface Place {
  path: (string | number)[];
  isOptional: boolean;
}

/** The value with another one at a place; `undefined` takes the key away. */
function withAt(value: unknown, [key, ...rest]: readonly (string | number)[], other: unknown): unknown {
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  if (rest.length > 0) copy[key!] = withAt(copy[key!], rest, other);
  else if (other === undefined) delete copy[key!];
  else copy[key!] = other;
  return copy;
}

function verdict(schema: z.core.$ZodType, value: unknown) {
  const result = z.safeParse(schema, sent(value));
  return result.success ? { data: sent(result.data) } : { problems: toProblems(result.error).map(({ path }) => path) };
}

describe('a schema of the wire', () => {
  it('is always in the list of this test', () => {
    const exported = Object.entries(schemas).filter(([, value]) => isSchema(value));
    assert.deepEqual(
      exported.map(([name]) => name).filter((name) => !(name in SAMPLES)),
      ['handOff'],
    );
  });

  for (const [name, sample] of Object.entries(SAMPLES)) {
    const schema = (schemas as Record<string, unknown>)[name] as z.core.$ZodType;
    const places = placesIn(schema, sample);
    const optionals = places.filter(({ isOptional, path }) => isOptional && !CODE.test(path.join('.')));

    it(`accepts a value after a round trip through JSON, unchanged: ${name}`, () => {
      if (MADE_ANEW.includes(name)) return assert.ok('data' in verdict(schema, sample));
      assert.deepEqual(verdict(schema, sample), { data: sent(sample) });
    });

    if (optionals.length > 0) {
      it(`treats an optional key that is null or blank as missing, at any depth: ${name}`, () => {
        const states = fc.constantFrom('present', 'absent', null, '', ' \u200b');
        fc.assert(
          fc.property(fc.array(states, { minLength: optionals.length, maxLength: optionals.length }), (chosen) => {
            // The inner ones first: an outer one may take them along.
            const put = (isAbsent: boolean) =>
              optionals.toReversed().reduce((value, { path }, index) => {
                const state = chosen[index];
                return state === 'present'
                  ? value
                  : withAt(value, path, isAbsent || state === 'absent' ? undefined : state);
              }, sample);
            assert.deepEqual(verdict(schema, put(false)), verdict(schema, put(true)));
          }),
          runs,
        );
      });

      it(`accepts a missing optional key: ${name}`, () => {
        for (const { path } of optionals) {
          const { problems = [] } = verdict(schema, withAt(sample, path, undefined)) as { problems?: string[] };
          // A notice that names providers needs words for them.
          assert.deepEqual(
            problems.filter((one) => !/^providersHeading$/.test(one)),
            [],
          );
        }
      });
    }

    it(`names a required key that is missing, null or blank, and nothing else: ${name}`, () => {
      for (const { path, isOptional } of places) {
        if (isOptional || MADE_ANEW.includes(name)) continue;
        for (const missing of [undefined, null, ' ']) {
          const result = z.safeParse(schema, sent(withAt(sample, path, missing)));
          const problems = result.error ? toProblems(result.error) : [];
          const at = problems.filter((problem) => problem.path === path.join('.'));
          // A text of the partner's own may be what somebody sees as blank.
          if (missing === ' ' && at.length === 0 && /readOnly|embedCode|handOff/.test(path.join('.'))) continue;
          assert.ok(
            at.length === 1 && problems.length === 1,
            `${path.join('.')}: ${JSON.stringify([missing, problems])}`,
          );
          if (name === 'application' || name === 'prequalification')
            assert.equal(at[0]!.reason, 'empty', path.join('.'));
        }
      }
    });
  }
});

describe('a response, as the page reads it', () => {
  const entry = {
    entryId: ID,
    about: 'subject:jane',
    at: '2026-11-21T14:05:09.123Z',
    event: 'given' as const,
    notice: { ...notice, text: 'text', sha256: 'a'.repeat(64), broker: undefined },
    company_id: undefined,
  };
  const receipt = { ...consentRecord(entry, [entry]), receipt_id: ID };
  const readers: [string, (body: unknown) => unknown, object, string[]][] = [
    ['a session', readSession, SAMPLES.session as object, ['draftOwner', 'draft', 'prefill', 'figures', 'widget']],
    ['progress', readProgress, SAMPLES.progress as object, []],
    ['a consent', readConsent, { notice, servedId: 'x', receipt, superseded: true }, ['receipt', 'superseded']],
    ['a decision', readDecided, { decidedAt: entry.at, receipt }, ['receipt']],
    ['a token', readToken, SAMPLES.widgetToken as object, []],
  ];
  for (const [what, read, answer, optionals] of readers) {
    it(`is ${what} with or without its optional keys, or null in their place`, () => {
      assert.deepEqual(read(sent(answer)), sent(answer));
      for (const key of optionals) {
        for (const other of [undefined, null]) {
          const made = read(sent(withAt(answer, [key], other))) as Record<string, unknown>;
          assert.deepEqual({ ...made, [key]: made[key] ?? null }, { ...(sent(answer) as object), [key]: null });
        }
      }
    });
  }

  it('has the default for a setting that is null', () => {
    for (const key of Object.keys(settings)) {
      const made = readSession(sent({ settings: { ...settings, [key]: null }, progress: { done: [] } }));
      assert.deepEqual(made!.settings, { ...settings, [key]: defaultSettings[key as keyof typeof defaultSettings] });
    }
  });
});
