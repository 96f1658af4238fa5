// The servers of a person's partner, and the five calls as the sandbox records them: name, status, path, body.
import fs from 'node:fs/promises';
import { startServers } from '../../../scripts/servers.mjs';
import { formedApplication, samplePrequalification } from '../../../stories/support/samples.mjs';
import { STATEMENT } from '../applicant.mjs';
import { putBefore } from '../stage.mjs';

const SIGHT = new URL('sight.js', import.meta.url);

/**
 * Starts the servers with the options in the person's file: `backend` returns options of `createHandler`, `service` are options of
 * the sandbox, `widget` are more settings of the widget, `fault` makes the lender fail, `lang` is the page's language, and
 * `attributes` are attributes of the page's element.
 */
export async function openPartner({ backend = () => ({}), service, widget, fault, lang = 'en', attributes = '' }) {
  const problems = [];
  const servers = await startServers({
    options: backend,
    service,
    widget,
    fault,
    edit: (html) =>
      html
        .replace('lang="en"', `lang="${lang}"`)
        .replace('<script ', '<script src="/sight.js"></script><script ')
        .replace('<lending-onboarding ', `<lending-onboarding ${attributes} `),
  });
  const script = await fs.readFile(SIGHT);
  putBefore(servers.partner, (request, response) => {
    if (request.url === '/sight.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (request.url === '/problems') {
      request.setEncoding('utf8').on('data', (text) => problems.push(text));
      response.writeHead(204).end();
    } else return false;
    return true;
  });
  return { ...servers, problems };
}

/** Returns the decisions on consent with their times, from the partner's database. */
export async function decisions({ database }) {
  const { sqliteStore } = await import('lending-elements/server/node');
  const { consents, close } = sqliteStore(database);
  const found = [];
  for await (const chain of consents.chains())
    found.push(...chain.filter(({ event }) => ['given', 'declined', 'withdrawn'].includes(event)));
  await close();
  return found.toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Returns the recorded calls: name, status, path and body. Values that differ in each run are replaced with names in braces. */
export function recorded({ calls }) {
  const json = JSON.stringify(calls.map(({ name, status, path, body }) => [name, status, path, body]));
  const ids = new Set([...json.matchAll(/\/(?:companies|applications)\/([\da-f-]{36})\//g)].map(([, id]) => id));
  const named = [...ids].reduce((text, id, at) => text.replaceAll(id, companyId(at + 1)), json);
  return JSON.parse(named.replaceAll(/document-[\da-f-]{36}/g, '{document}'));
}

const API = '/partner-api/v1';

/** The name of the company id of an application in the recorded calls: the first one has no number. */
const companyId = (number) => (number === 1 ? '{company_id}' : `{company_id ${number}}`);
/** The same call for another application. */
export const ofApplication = (number, call) =>
  JSON.parse(JSON.stringify(call).replaceAll(companyId(1), companyId(number)));

/** The application, whose countries and type are the same for everybody, unless the person says otherwise. */
export function created({ company, applicant }) {
  const addresses = applicant.addresses.map((address, at) => ({
    country_code: 'UK',
    region: 'UK',
    ...address,
    ...(at === 0 && { current: 'true' }),
  }));
  const body = {
    company: { type: 'ltd', region: 'GB', ...company, address: { country_code: 'UK', ...company.address } },
    applicant: { country_of_residence: 'United Kingdom', ...applicant, addresses },
    region: 'UK',
  };
  return ['createApplication', 201, `${API}/applications`, JSON.parse(JSON.stringify(body))];
}

export const statementSent = () => [
  'uploadDocument',
  201,
  `${API}/companies/{company_id}/documents`,
  {
    parts: [
      { name: 'file', filename: '{document}.pdf', type: 'application/pdf', size: Buffer.byteLength(STATEMENT) },
      { name: 'type', value: 'bank-statement' },
    ],
  },
];

export const prequalified = (figures) => ['prequalify', 201, `${API}/companies/{company_id}/prequalification`, figures];

export const offersRequested = () => [
  'requestOffers',
  201,
  `${API}/applications/{company_id}/request-offers`,
  { credit_score_check_consent: true },
];

/** The call for the widget’s access token, for this e-mail address. */
export const authenticated = (email) => [
  'authenticate',
  201,
  `${API}/applications/auth`,
  { company_id: '{company_id}', email },
];

/** The calls of an applicant with the specification’s samples and a document. */
export const sampleCalls = () => [
  created(formedApplication()),
  statementSent(),
  prequalified(samplePrequalification()),
  offersRequested(),
  authenticated(formedApplication().applicant.email),
];
