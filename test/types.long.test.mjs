// Compiles code that uses the built types, in projects with other settings than ours.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { before, describe, it } from 'node:test';
import { ensureBuilt, partnerFolder, ROOT } from './support/dist.mjs';

/** A backend of a partner in TypeScript, with every name of the server's side, so that none is public without a use. */
const BACKEND = `
import {
  consentRecord, createClock, createHandler, createPartnerClient, creatingTables, defaultNotice, LendingError, memoryStore, sqlStore,
  sweepOf, type AddressQuery, type Database, type Engine,
  type ConsentFacts, type ElementFiles, type ExistingApplication, type FoundAddress, type FoundCompany,
  type Handler, type HandlerOptions, type LendingErrorCode, type LogEntry, type LookupQuery, type Owner,
  type PartnerClient, type Problem, type ProgressEntry, type ServiceFetch, type UpstreamOptions, type User,
} from 'lending-elements/server';
import {
  createHandler as createNodeHandler, elementFiles, fromEnv, nodeFetch, sqliteStore, toNodeListener, type Database as NodeDatabase,
  type EnvOptions, type NodeListener,
} from 'lending-elements/server/node';
import { migratePostgres, postgresStore, type PostgresPool } from 'lending-elements/server/postgres';
import { storeTests } from 'lending-elements/server/testing';
import type { Application } from 'lending-elements/adapter';
import { createServer } from 'node:http';

const authorize = (request: Request): User => ({ subject: request.headers.get('user') ?? 'none' });
const lookupCompany = async ({ query }: LookupQuery): Promise<FoundCompany[]> => [{ registered_name: query }];
const lookupAddress = ({ query, countryCode }: AddressQuery): FoundAddress[] => [{ line_1: query + countryCode }];
const consentFacts: ConsentFacts = { jurisdiction: 'England' };
const codes: LendingErrorCode[] = [];
const log = ({ error }: LogEntry) => void (error && codes.push(error.code));
const env: EnvOptions = fromEnv();
const serveFiles: ElementFiles = elementFiles();
const onProgress = ({ step }: ProgressEntry) => void (step === 'created');
const partner = { authorize, onProgress, lookupCompany, lookupAddress, consentFacts, log, serveFiles, notice: defaultNotice };
const options: HandlerOptions = { ...env, ...partner };
const listener: NodeListener = toNodeListener(createNodeHandler(options));
createServer(listener);
export const known = [
  consentRecord, codes,
  storeTests(() => ({ databases: [sqliteStore('one.db'), sqliteStore('one.db')], setClock: () => {} })),
];

export async function open(pool: PostgresPool): Promise<Database> {
  await migratePostgres(pool);
  const database: NodeDatabase = postgresStore(pool);
  return database;
}

/** An engine that works on no database: its types are those of a partner's own. */
const timeAfter = createClock();
const run: Engine['write'] = async (owner, work) => {
  const now = timeAfter(0);
  const step = work(now).next([]);
  if (!step.done) throw new Error(step.value.selects.join());
  for (const { sql, values } of [...step.value[1], ...sweepOf(now)]) throw new Error(sql + values.length);
  return step.value[0];
};
const engine: Engine = {
  order: 'rowid',
  read: (work) => run(undefined, work),
  write: run,
  ready: () => engine.write('all', creatingTables()),
  scrub: async () => {},
  close: async () => {},
};
export const own: Database = sqlStore(engine, { namespace: 'staging' });

export async function erase(handler: Handler, owner: Owner, found: ExistingApplication) {
  await handler.settleApplication(owner, found);
  return handler.erase(owner);
}

export const sandbox = createHandler({ ...options, store: memoryStore() });
const fetch: ServiceFetch = nodeFetch;
const service: UpstreamOptions = { baseUrl: 'https://service.example', secretKey: 'key', fetch };

export async function create(application: Application): Promise<string | number> {
  const client: PartnerClient = createPartnerClient(service);
  if (client.findProblems('createApplication', application).length) return 0;
  try {
    return (await client.createApplication(application)).company_id;
  } catch (error) {
    if (!(error instanceof LendingError)) throw error;
    const reasons = error.issues.map(({ path, reason }: Problem) => path + reason);
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

  it('of a backend are tested with a use of every exported name of the server’s side', () => {
    const report = fs.readFileSync(path.join(ROOT, 'api/report.md'), 'utf8');
    const entries = [...report.matchAll(/^- `lending-elements\/server(?:\/\w+)?`: (.+)$/gm)];
    const names = entries.flatMap(([, list]) => list.match(/\w+/g));
    assert.ok(entries.length === 4 && names.length <= 43, `${entries.length} entries with ${names.length} names`);
    assert.deepEqual(
      names.filter((name) => BACKEND.match(new RegExp(`\\b${name}\\b`, 'g')).length < 2),
      [],
    );
  });

  it('of a backend need types of Node.js and none of a browser', () => assert.equal(compile(BACKEND), ''));

  it('control: a name of the browser is an error in this project', () => {
    assert.match(compile('export const body: HTMLElement | BodyInit = null!;'), /HTMLElement[^]*BodyInit/);
  });

  it('fit the example of lookups', () => {
    const example = path.join(ROOT, 'examples/lookups-uk');
    for (const file of fs.readdirSync(example).filter((one) => one.endsWith('.mjs') && one !== 'lending.mjs'))
      fs.copyFileSync(path.join(example, file), path.join(folder, file));
    const code = "export * from './companies-house.mjs';\nexport * from './os-places.mjs';";
    assert.equal(compile(code, { allowJs: true, checkJs: true }), '');
  });

  it('of one element include its events', () =>
    assert.equal(compile(PAGE, { lib: ['ES2022', 'DOM', 'DOM.Iterable'] }), ''));
});
