import * as z from 'zod/mini';
import type { LendingErrorCode } from '../errors.js';
import { applicationOf } from '../schema/application.js';
import { consentDecision, offersRequest } from '../schema/consent/consent.js';
import { defaultSettings } from '../schema/default-settings.js';
import { documentFields } from '../schema/document.js';
import { draftChange } from '../schema/draft.js';
import type { FieldRules } from '../schema/fields/field-rules.js';
import { lookupQuery } from '../schema/lookups.js';
import { prequalificationOf } from '../schema/prequalification.js';
import { widgetToken } from '../schema/widget-auth.js';
import type { OpenRouteName } from '../server/open-routes.js';
import type { RouteName } from '../server/routes.js';
import { APPLICATION_FIELDS, FIGURES_FIELDS, OFFERS_FIELDS } from './descriptions.js';
import { jsonContent, newDocument, ref, requestBody, uploadSchema, type OpenApiDocument } from './document.js';
import { answerSchemas } from './handler-answers.js';
import { errorResponses, errorSchema, OF_BODIES, OF_SERVICE, OF_USERS } from './handler-errors.js';
import { describeFields, toJsonSchema } from './json-schema.js';
import type { JsonSchema } from './types.js';

export interface HandlerDocumentOptions {
  /** The path at which the handler is mounted. Default: `/api/lending`. */
  path?: string;
  /** The rules of the fields, as in `settings.fields` of `createHandler`. Default: those of the default settings. */
  fields?: FieldRules;
}

const ABOUT = `The routes of createHandler(), which the elements call. It is generated from the schemas and the routes of lending-elements.

Every request must come from a page of yours: Sec-Fetch-Site or Origin must fit, and a POST needs the header x-lending-elements. Your own
authorize() decides who the user is. The guide docs/troubleshooting.md explains each code of an error. In a body, null and a blank text
count as missing, and spaces around a text do not count.`;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly body?: ReturnType<typeof requestBody>;
  readonly parameters?: readonly object[];
  /** The name of the success's schema, or its content. */
  readonly answer: string | { content: object };
  /** The errors besides those of every route. */
  readonly errors?: readonly LendingErrorCode[];
  /** Whether anybody may ask, without a user. */
  readonly open?: boolean;
}

type Method = 'get' | 'post' | 'head';
type Routes = Record<RouteName | OpenRouteName, Partial<Record<Method, Operation>>>;

const json = (name: string) => requestBody('application/json', ref(name));
const query = (name: string, description: string) => ({ name, in: 'query', description, schema: { type: 'string' } });

const NO_APPLICATION = ['handler-not-created'] as const;
const ONCE = ['handler-in-flight'] as const;
const NOT_STORED = ['handler-consent-not-stored'] as const;
const CONSENT = ['handler-no-consent', 'handler-consent-stale', 'handler-consent-withdrawn', ...NOT_STORED] as const;
const DRAFT = ['handler-not-found', 'handler-draft-conflict', 'handler-draft-ended'] as const;

const file = (method: string): Operation => ({
  operationId: `${method}ElementFile`,
  summary: 'A file of the elements, such as journey.js. The name may begin with the version and a slash.',
  parameters: [{ name: 'file', in: 'path', required: true, schema: { type: 'string' } }],
  answer: { content: { '*/*': {} } },
  errors: ['handler-not-found'],
  open: true,
});

/** The operations of each route. `Routes` names every route of the handler, so none can be missing. */
const routesOf = (upload: JsonSchema): Routes => ({
  session: {
    get: {
      operationId: 'session',
      summary: 'The settings and the progress with which a page starts or resumes.',
      answer: 'Session',
      errors: NOT_STORED,
    },
  },
  consent: {
    get: {
      operationId: 'consent',
      summary: 'The notice for the consent step, and the current consent of the applicant.',
      parameters: [query('locale', 'The language of the notice, as a BCP 47 tag. Default: the first notice.')],
      answer: 'Consent',
      errors: NOT_STORED,
    },
    post: {
      operationId: 'decide',
      summary: 'A decision that does not request offers.',
      body: json('ConsentDecision'),
      answer: 'Decided',
      errors: [...OF_BODIES, ...CONSENT],
    },
  },
  applications: {
    post: {
      operationId: 'createApplication',
      summary: 'Creates the application, once for each user.',
      body: json('Application'),
      answer: 'Done',
      errors: [...OF_BODIES, ...ONCE, ...OF_SERVICE, 'outcome-unknown'],
    },
  },
  documents: {
    post: {
      operationId: 'uploadDocument',
      summary: 'Uploads a document of the company.',
      body: requestBody('multipart/form-data', upload),
      answer: 'Done',
      errors: [...OF_BODIES, ...NO_APPLICATION, ...ONCE, ...NOT_STORED, ...OF_SERVICE],
    },
  },
  prequalification: {
    post: {
      operationId: 'prequalify',
      summary: 'Sends the figures.',
      body: json('Prequalification'),
      answer: 'Done',
      errors: [...OF_BODIES, ...NO_APPLICATION, ...ONCE, ...NOT_STORED, ...OF_SERVICE],
    },
  },
  'request-offers': {
    post: {
      operationId: 'requestOffers',
      summary: 'Records the consent, and requests offers.',
      body: json('OffersRequest'),
      answer: 'Done',
      errors: [...OF_BODIES, ...NO_APPLICATION, ...ONCE, ...CONSENT, ...OF_SERVICE],
    },
  },
  'widget-token': {
    post: {
      operationId: 'authenticate',
      summary: 'A new access token for the widget. The body is an empty object.',
      body: json('Empty'),
      answer: 'WidgetToken',
      errors: [...OF_BODIES, ...NO_APPLICATION, ...OF_SERVICE],
    },
  },
  draft: {
    get: {
      operationId: 'loadDraft',
      summary: 'The saved draft. Only backends with a store for drafts have it.',
      answer: 'Draft',
      errors: ['handler-not-found'],
    },
    post: {
      operationId: 'changeDraft',
      summary: 'Saves the draft, or deletes it.',
      body: json('DraftChange'),
      answer: 'DraftChanged',
      errors: [...OF_BODIES, ...DRAFT],
    },
  },
  'lookups/company': {
    post: {
      operationId: 'lookupCompany',
      summary: 'Companies for a text of the applicant. Only backends with lookupCompany() have it.',
      body: json('LookupQuery'),
      answer: 'FoundCompanies',
      errors: [...OF_BODIES, 'handler-not-found'],
    },
  },
  'lookups/address': {
    post: {
      operationId: 'lookupAddress',
      summary: 'Addresses for a text of the applicant. Only backends with lookupAddress() have it.',
      body: json('LookupQuery'),
      answer: 'FoundAddresses',
      errors: [...OF_BODIES, 'handler-not-found'],
    },
  },
  frame: {
    get: {
      operationId: 'frame',
      summary: 'The document in which an isolated widget runs.',
      answer: { content: { 'text/html': { schema: { type: 'string' } } } },
      open: true,
    },
  },
  elements: { get: file('get'), head: file('head') },
});

const OWN_HEADER = {
  name: 'x-lending-elements',
  in: 'header',
  required: true,
  description: 'Any text. A form of another site cannot send it.',
  schema: { type: 'string' },
};
const KEY_HEADER = {
  name: 'idempotency-key',
  in: 'header',
  description: 'The same for each attempt at one call, so that it is not made twice.',
  schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
};

function operationOf(method: string, one: Operation): object {
  const { answer, errors = [], open, body, parameters = [], ...rest } = one;
  const headers = method === 'post' ? [OWN_HEADER, KEY_HEADER] : [];
  const success = typeof answer === 'string' ? jsonContent(ref(answer)) : answer;
  return {
    ...rest,
    ...(parameters.length + headers.length > 0 && { parameters: [...parameters, ...headers] }),
    ...(body && { requestBody: body }),
    responses: {
      200: { description: 'Success.', ...success },
      ...errorResponses([...(open ? ['handler-failed' as const] : OF_USERS), ...errors]),
    },
  };
}

const pathOf = (name: string) => (name === 'elements' ? '/elements/{file}' : `/${name}`);

/** Returns the OpenAPI document of the handler's routes. */
export function handlerDocument(options: HandlerDocumentOptions = {}): OpenApiDocument {
  const { path = '/api/lending', fields = defaultSettings.fields } = options;
  const upload = uploadSchema(
    'file',
    toJsonSchema(documentFields),
    'The document, with the applicant’s name of the file.',
  );
  return {
    ...newDocument('The handler of lending-elements', ABOUT),
    servers: [{ url: path.replace(/\/$/, ''), description: 'Where your backend mounts the handler' }],
    security: [],
    paths: Object.fromEntries(
      Object.entries(routesOf(upload)).map(([name, methods]) => [
        pathOf(name),
        Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, operationOf(method, one)])),
      ]),
    ),
    components: {
      schemas: {
        Application: describeFields(toJsonSchema(applicationOf(fields)), APPLICATION_FIELDS),
        Prequalification: describeFields(toJsonSchema(prequalificationOf(fields)), FIGURES_FIELDS),
        OffersRequest: describeFields(toJsonSchema(offersRequest), OFFERS_FIELDS),
        ConsentDecision: toJsonSchema(consentDecision),
        DraftChange: toJsonSchema(draftChange),
        LookupQuery: toJsonSchema(lookupQuery),
        Empty: toJsonSchema(z.strictObject({})),
        ...answerSchemas(),
        WidgetToken: toJsonSchema(widgetToken),
        Error: errorSchema(),
      },
    },
  };
}
