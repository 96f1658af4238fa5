// Compiles code that uses the built types, in projects with other settings than ours.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { before, describe, it } from 'node:test';
import { ensureBuilt, partnerFolder, ROOT } from './support/dist.mjs';

/** What a backend of a partner imports. */
const BACKEND = `
import { createHandler, createPartnerClient, LendingError, type HandlerOptions } from 'lending-elements/server';
import { consentRecord, standingConsent } from 'lending-elements/server/audit';
import { fromEnv, toNodeListener } from 'lending-elements/server/node';
import { postgresStore } from 'lending-elements/server/postgres';
import { sqliteStore } from 'lending-elements/server/sqlite';
import { storeTests } from 'lending-elements/server/testing';
import { applicantForm, defaultNotice, type Application } from 'lending-elements/schema';
import { createServer } from 'node:http';

const authorize: HandlerOptions['authorize'] = (request) => ({ subject: request.headers.get('user') ?? 'none' });
createServer(toNodeListener(createHandler({ ...fromEnv(), authorize })));
export const known = [consentRecord, standingConsent, sqliteStore, postgresStore, storeTests, applicantForm, defaultNotice];

export async function create(application: Application): Promise<string | number> {
  const client = createPartnerClient({ baseUrl: 'https://service.example', secretKey: 'key' });
  try {
    return (await client.createApplication(application)).company_id;
  } catch (error) {
    if (!(error instanceof LendingError)) throw error;
    const reasons: string[] = error.issues.map(({ path, reason }) => path + reason);
    return error.status ?? reasons.length;
  }
}
`;

/** The script of a page that imports one element only. */
const PAGE = `
import 'lending-elements/lending-onboarding';

const journey = document.querySelector('lending-onboarding')!;
journey.prefill = { company: { registered_name: 'Sample Bakery Ltd' } };
journey.addEventListener('lending-step-changed', (event) => console.log(event.step.length));
journey.addEventListener('lending-error', ({ error }) => console.warn(error.code));
`;

const OPTIONS = {
  target: 'ES2022',
  lib: ['ES2022'],
  types: ['node'],
  typeRoots: [path.join(ROOT, 'node_modules/@types')],
  module: 'NodeNext',
  strict: true,
  noEmit: true,
  // Otherwise a type that is missing would be \`any\`.
  skipLibCheck: false,
};

describe('the built types', () => {
  before(ensureBuilt);
  const folder = partnerFolder();

  /** Compiles one file. Returns the compiler's messages. */
  function compile(code, more = {}) {
    fs.writeFileSync(path.join(folder, 'backend.mts'), code);
    const config = { compilerOptions: { ...OPTIONS, ...more }, files: ['backend.mts'] };
    fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout.trim();
  }

  it('of a backend need types of Node and none of a browser', () => assert.equal(compile(BACKEND), ''));

  it('would fail otherwise: this project has no types of a browser', () => {
    assert.match(compile('export const body: HTMLElement | BodyInit = null!;'), /HTMLElement[^]*BodyInit/);
  });

  it('of one element name its events', () =>
    assert.equal(compile(PAGE, { lib: ['ES2022', 'DOM', 'DOM.Iterable'] }), ''));
});
