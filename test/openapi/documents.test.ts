import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { lenderDocument } from '../../src/openapi/lender.js';
import { toJsonSchema, type JsonSchema } from '../../src/openapi/json-schema.js';
import {
  APPLICANT,
  COMPANY,
  defaultSettings,
  fieldSchema,
  isFieldType,
  PREQUALIFICATION,
  type FieldTable,
  type FieldType,
} from '../../src/schema/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { sampleApplication } from '../schema/samples.js';

type OpenApiDocument = ReturnType<typeof lenderDocument>;
const DOCUMENT = lenderDocument();
const asJson = (document: OpenApiDocument) => JSON.parse(JSON.stringify(document)) as OpenApiDocument;
const operations = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...(operation as { operationId: string }) })),
  );

describe('the OpenAPI document of the lender', () => {
  it('is valid for an independent validator', async () => {
    const validator = new Validator();
    assert.deepEqual(await validator.validate(asJson(DOCUMENT)), { valid: true });
    assert.equal(validator.version, '3.1');
  });

  it('has a unique name for each operation, and every schema that it refers to', () => {
    const names = operations(DOCUMENT).map(({ operationId }) => operationId);
    assert.deepEqual(names, [...new Set(names)]);
    const text = JSON.stringify(DOCUMENT);
    const wanted = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, one]) => one));
    assert.deepEqual(wanted, new Set(Object.keys(DOCUMENT.components.schemas)));
  });

  it('has an example of each body, which its schema and the sandbox accept', async () => {
    const document = asJson(lenderDocument({ filePart: 'document' }));
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'lender', components: document.components });
    const sandbox = createSandbox({ behaviour: { filePart: 'document' } });
    let company_id = '';
    for (const [path, { post }] of Object.entries(document.paths)) {
      const [type, { schema, example }] = Object.entries(post.requestBody.content)[0]!;
      const whole = JSON.parse(JSON.stringify(schema).replace('"#/', '"lender#/')) as JsonSchema;
      assert.ok(ajv.validate(whole, example), `${post.operationId}: ${ajv.errorsText()}`);
      const given = example as Record<string, string>;
      const form = new FormData();
      for (const [name, value] of Object.entries(given))
        form.append(name, name === 'document' ? new File([value], 'a.pdf') : value);
      const body =
        type === 'application/json' ? JSON.stringify({ ...given, ...('company_id' in given && { company_id }) }) : form;
      const answer = await sandbox.fetch(
        new Request(`http://lender.localhost${path.replace('{company_id}', company_id)}`, {
          method: 'POST',
          headers: { 'x-bs-sk': sandbox.secretKey, ...(typeof body === 'string' && { 'content-type': type }) },
          body,
        }),
      );
      assert.ok(answer.ok, `${post.operationId}: ${answer.status}`);
      company_id ||= ((await answer.json()) as { data: { company: { id: string } } }).data.company.id;
    }
  });

  it('has schemas that compile without a warning', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    for (const schema of Object.values(DOCUMENT.components.schemas))
      if (!JSON.stringify(schema).includes('$ref')) ajv.compile(schema as object);
  });

  it('describes every field', () => {
    const { schemas } = DOCUMENT.components;
    const undescribed = (schema: JsonSchema, path: string): string[] => {
      const { properties = {}, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
      return [
        ...(items ? undescribed(items, path) : []),
        ...Object.entries(properties).flatMap(([name, one]) => [
          ...('description' in one ? [] : [`${path}.${name}`]),
          ...undescribed(one, `${path}.${name}`),
        ]),
      ];
    };
    for (const name of ['Application', 'Prequalification', 'RequestOffers', 'WidgetAuth'] as const)
      assert.deepEqual(undescribed(schemas[name], name), []);
  });

  it('follows the rules of the partner and the name of the file part', () => {
    const fields = {
      ...defaultSettings.fields,
      'company.address.postcode': 'required',
      'applicant.phone_number': 'optional',
    } as const;
    const document = lenderDocument({ fields, filePart: 'document', baseUrl: 'https://lender.example/base' });
    const text = JSON.stringify(document);
    const ajv = new Ajv2020({ strictTypes: false });
    const missing = (body: object) => {
      ajv.validate(document.components.schemas.Application, body);
      return ajv.errors?.map(({ params }) => (params as { missingProperty?: string }).missingProperty);
    };
    const body = sampleApplication();
    assert.deepEqual(missing(body), ['postcode']);
    const { phone_number: _phone, ...applicant } = body.applicant;
    assert.deepEqual(missing({ ...body, applicant }), ['postcode']);
    assert.match(text, /"document":\{"type":"string"/);
    assert.equal(document.servers[0]!.url, 'https://lender.example/base');
  });
});

describe('the document that the sandbox serves', () => {
  it('follows its options, and names its URL', async () => {
    const fields = { 'applicant.phone_number': 'optional' } as const;
    const sandbox = createSandbox({ behaviour: { filePart: 'document' }, fields });
    const response = await sandbox.fetch(`${sandbox.baseUrl}/openapi/lender.json`);
    const all = { ...defaultSettings.fields, ...fields };
    const expected = lenderDocument({ filePart: 'document', fields: all, baseUrl: sandbox.baseUrl });
    assert.deepEqual(await response.json(), asJson(expected));
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(sandbox.calls.length, 0);
  });

  it('is served only for GET', async () => {
    const sandbox = createSandbox();
    const response = await sandbox.fetch(`${sandbox.baseUrl}/openapi/lender.json`, { method: 'POST' });
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET']);
  });
});

describe('the JSON Schema of a field', () => {
  const fieldsOf = (table: FieldTable, path: string): [string, FieldType<unknown>][] =>
    Object.entries(table).flatMap(([name, field]) =>
      isFieldType(field)
        ? [[`${path}.${name}`, field] as [string, FieldType<unknown>]]
        : fieldsOf(Array.isArray(field) ? (field[0] as FieldTable) : (field as FieldTable), `${path}.${name}`),
    );
  const fields = [
    ...fieldsOf(COMPANY, 'company'),
    ...fieldsOf(APPLICANT, 'applicant'),
    ...fieldsOf(PREQUALIFICATION, 'figures'),
  ];
  /** Values near those of the wire, and far from them. */
  const values = fc.oneof(
    fc.constantFrom(
      'UK',
      '12345',
      'jane.doe@example.com',
      'Jane.Doe@EXAMPLE.co.uk',
      '+4412321321',
      '2000-07-10',
      'true',
    ),
    fc.constantFrom(
      '2020-07-10 15:00:00.000',
      '01/02/2012',
      '1/2/2012',
      '2020-7-10',
      '+44 123',
      'jane@example',
      true,
      null,
    ),
    fc.constantFrom('', ' ', '\t', 0, -1, 1, 1e12, 1e13, 0.01, [], {}, false, 'false', 'x'.repeat(201), 'x'.repeat(51)),
    fc.string({ maxLength: 300, unit: fc.constantFrom(...'aZ09@.+-/: ') }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );

  it('accepts the values that the schema returns, and rejects those that it rejects, except days that do not exist', () => {
    const ajv = new Ajv2020({ strictTypes: false });
    const isDay = (value: unknown) => typeof value === 'string' && /^\d{2,4}[-/]\d\d[-/]\d\d/.test(value);
    for (const [path, field] of fields) {
      const schema = fieldSchema(field);
      const accepts = ajv.compile(toJsonSchema(schema));
      fc.assert(
        fc.property(values, (value) => {
          const { success, data } = schema.safeParse(value);
          return success ? data === undefined || accepts(data) : isDay(value) || !accepts(value);
        }),
        { numRuns: 400 },
      );
      assert.ok(!accepts({}), path);
    }
  });
});
