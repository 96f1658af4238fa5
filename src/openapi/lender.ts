import * as z from 'zod/mini';
import { applicationOf } from '../schema/calls/application.js';
import type { CallName } from '../schema/calls/calls.js';
import { defaultSettings } from '../schema/default-settings.js';
import { documentFields } from '../schema/calls/document.js';
import type { FieldRules } from '../schema/fields/field-rules.js';
import { uuidSchema } from '../schema/fields/wire.js';
import { requestOffers } from '../schema/calls/offers.js';
import { prequalificationOf } from '../schema/calls/prequalification.js';
import { widgetAuth, widgetToken } from '../schema/calls/widget-auth.js';
import { version } from '../version.js';
import { SPECIFIED } from './samples.js';
import { toJsonSchema, type JsonSchema } from './json-schema.js';

export interface LenderDocumentOptions {
  /** The specification's `{base_url}`. Default: `https://lender.example`. */
  baseUrl?: string;
  /** The name of the file part of endpoint 2. Default: `file`. */
  filePart?: string;
  /** The rules of the fields. Default: those of the default settings. */
  fields?: FieldRules;
}

// The meaning of each field, from the specification's tables. Keys are paths without indexes.
const at = (path: string, fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name ? `${path}.${name}` : path, text]));

const PLACE = {
  house_number: 'The number or the name of the building.',
  line_1: 'The street. An address without one has a house_number.',
  city: 'The town or city. The specification shows it for addresses of applicants only.',
  county: 'The county. The specification shows it for addresses of applicants only.',
  postcode: 'The postcode. The specification shows it for addresses of applicants only.',
  country_code: 'Country code. The sample is UK. It is left out for a country of which the partner has no code.',
};

const COMPANY_FIELDS = {
  registered_name: 'Registered company name.',
  registered_number: 'Company registration number.',
  type: 'Company type code. The sample is ltd.',
  formation_date: 'Date and time, shape YYYY-MM-DD HH:MM:SS.mmm.',
  trading_from_date: 'Date and time, shape YYYY-MM-DD HH:MM:SS.mmm.',
  region:
    'Region code of the company. The sample is GB. It is left out for a country of which the partner has no code.',
  ...at('address', { '': 'The address of the company.', ...PLACE }),
};

const APPLICANT_FIELDS = {
  first_name: 'First name. An applicant with one name has only one of the two fields.',
  last_name: 'Last name.',
  date_of_birth: 'Date, shape YYYY-MM-DD.',
  email: 'E-mail address. Endpoint 5 needs the same one.',
  phone_number: 'Telephone number in international format.',
  country_of_residence: 'Country name. The sample is United Kingdom.',
  ...at('addresses', {
    '': 'The address history, the current address first.',
    ...PLACE,
    start_date: 'The day on which the applicant moved in, shape DD/MM/YYYY.',
    status: 'Residential status. The sample is tenant.',
    region:
      'Region code of the address. The sample is UK. It is left out for a country of which the partner has no code.',
    current: 'Marks the current address. A string that holds true, not a boolean.',
  }),
};

const APPLICATION_FIELDS: Readonly<Record<string, string>> = {
  ...at('company', { '': 'The company that seeks funding.', ...COMPANY_FIELDS }),
  ...at('applicant', { '': 'The person who applies for the company.', ...APPLICANT_FIELDS }),
  region: 'Region code of the application. The sample is UK.',
};

const CREATED_FIELDS: Readonly<Record<string, string>> = {
  message: 'Human-readable text.',
  'data.application_id': 'UUID of the application.',
  'data.region': 'Region of the application.',
  'data.company': 'The record of the company. Fields beyond id are not shown.',
  'data.company.id': 'UUID of the company. The partner stores it, because all later calls use it.',
};

const FIGURES_FIELDS: Readonly<Record<string, string>> = {
  funding_amount: 'Amount of funding sought. The currency is not shown.',
  monthly_revenue: 'Monthly revenue.',
  any_ccj: 'Whether the company has any county court judgment.',
};

const OFFERS_FIELDS: Readonly<Record<string, string>> = {
  credit_score_check_consent:
    'The applicant’s consent to credit score checks. Before it is sent as true, the applicant must see the consent message.',
};

const AUTH_FIELDS: Readonly<Record<string, string>> = {
  company_id: 'UUID of the company, returned by endpoint 1.',
  email: 'The e-mail address of the applicant.',
};

const ABOUT = `The five calls of the interface specification, as lending-elements makes them. It is generated from the schemas of lending-elements.

The specification does not show which fields are required, the codes of lists, the responses of endpoints 2 to 4, the position of the access
token, the name of the file part, and the shape of errors. Here, the required fields are those that lending-elements sends by default, codes
are any text, and responses that are not shown may have any shape.`;

/** The response of endpoint 1 as the specification shows it. Source: specification, Application create response. */
const createdAnswer = z.looseObject({
  success: z.boolean(),
  message: z.string(),
  data: z.looseObject({
    application_id: uuidSchema(),
    region: z.string(),
    company: z.looseObject({ id: uuidSchema() }),
  }),
});

/** The successful response of endpoint 5. The specification does not show the position of the token. */
const tokenAnswer: JsonSchema = (() => {
  const token = { ...toJsonSchema(widgetToken), additionalProperties: true };
  return { type: 'object', anyOf: [token, { properties: { data: token }, required: ['data'] }] };
})();

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The body of a document upload: one file and its type. */
function uploadSchema(filePart: string): JsonSchema {
  const { properties, required, ...rest } = toJsonSchema(documentFields) as { properties: object; required: string[] };
  const description = 'The uploaded document. The name of this part is not shown.';
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description };
  return { ...rest, properties: { ...properties, [filePart]: file }, required: [...required, filePart] };
}

/** The paths of the calls. Source: specification, Endpoints. */
export const PATHS: Readonly<Record<CallName, string>> = {
  createApplication: '/partner-api/v1/applications',
  uploadDocument: '/partner-api/v1/companies/{company_id}/documents',
  prequalify: '/partner-api/v1/companies/{company_id}/prequalification',
  requestOffers: '/partner-api/v1/applications/{company_id}/request-offers',
  authenticate: '/partner-api/v1/applications/auth',
};

/** Returns the OpenAPI 3.1 document of the lender's interface, ready to be written as JSON. Source: specification, Endpoints. */
export function lenderDocument(options: LenderDocumentOptions = {}) {
  const { baseUrl = 'https://lender.example', filePart = 'file', fields = defaultSettings.fields } = options;
  const schemas = {
    Application: toJsonSchema(applicationOf(fields), APPLICATION_FIELDS),
    ApplicationCreated: toJsonSchema(createdAnswer, CREATED_FIELDS),
    Prequalification: toJsonSchema(prequalificationOf(fields), FIGURES_FIELDS),
    RequestOffers: toJsonSchema(requestOffers, OFFERS_FIELDS),
    WidgetAuth: toJsonSchema(widgetAuth, AUTH_FIELDS),
    WidgetToken: tokenAnswer,
    CompanyId: { ...toJsonSchema(uuidSchema()), description: 'UUID of the company, returned by endpoint 1.' },
  };
  return {
    openapi: '3.1.1',
    info: { title: 'Partner Lending Application Service', version, description: ABOUT },
    servers: [{ url: baseUrl, description: 'The specification’s {base_url}' }],
    security: [{ secretKey: [] }],
    paths: pathsOf(uploadSchema(filePart), {
      ...SPECIFIED,
      uploadDocument: { ...SPECIFIED.uploadDocument, [filePart]: FILE },
    }),
    components: {
      schemas,
      securitySchemes: {
        secretKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-bs-sk',
          description: 'The partner’s secret key, from the partner dashboard. Only the partner’s backend has it.',
        },
      },
    },
  };
}

/** An example that mock servers use as their response. */
const CREATED = {
  success: true,
  message: 'The application has been successfully created.',
  data: {
    application_id: '6a0c1f0e-2b7d-4c55-9a31-0d8f5b1e7c42',
    region: 'UK',
    company: { id: '0f9d3c5b-7e21-4b8a-8d64-2c1a9e5f3b70' },
  },
};

/** The content of a file part in an example. */
const FILE = '%PDF-1.7 …';

/** Returns the operation of each path. Without a schema of its successful response, that may be any body. */
function pathsOf(upload: JsonSchema, bodies: Record<CallName, object>) {
  const operation = (call: CallName, summary: string, body: JsonSchema, answer?: JsonSchema, example?: unknown) => ({
    [PATHS[call]]: {
      post: {
        operationId: call,
        summary,
        ...(PATHS[call].includes('{company_id}') && { parameters: [COMPANY_ID] }),
        requestBody: {
          required: true,
          content: {
            [call === 'uploadDocument' ? 'multipart/form-data' : 'application/json']: {
              schema: body,
              example: bodies[call],
            },
          },
        },
        responses: {
          // Spec: HTTP status codes are not shown; any 2xx is a success.
          '2XX': answer
            ? { description: 'Success.', content: { 'application/json': { schema: answer, example } } }
            : { description: 'Success. The body is not shown, so it may be anything.', content: { '*/*': {} } },
          default: { description: 'An error. Its status, codes and shape are not shown.', content: { '*/*': {} } },
        },
      },
    },
  });
  const offers = '4. Request offers. The path has the company id, not the application id';
  const token = { access_token: 'sample-access-token' };
  return {
    ...operation('createApplication', '1. Create application', ref('Application'), ref('ApplicationCreated'), CREATED),
    ...operation('uploadDocument', '2. Upload company document', upload),
    ...operation('prequalify', '3. Prequalification', ref('Prequalification')),
    ...operation('requestOffers', offers, ref('RequestOffers')),
    ...operation(
      'authenticate',
      '5. Authenticate the user to the widget',
      ref('WidgetAuth'),
      ref('WidgetToken'),
      token,
    ),
  };
}

const COMPANY_ID = { name: 'company_id', in: 'path', required: true, schema: ref('CompanyId') };
