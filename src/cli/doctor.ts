import fs from 'node:fs/promises';
import { misspeltVariables, readEnvironment, type Env, type Environment } from '../server/node/environment.js';
import { version } from '../version.js';
import { checkDatabase } from './doctor/database.js';
import { allOf, findingsAbout, formatFinding, redact, type Finding, type Found } from './doctor/findings.js';
import { checkHandler, readFrameOrigin } from './doctor/handler.js';
import { checkPageUrl } from './doctor/page.js';
import { strictPolicy } from './doctor/policy.js';
import { checkService } from './doctor/service.js';
import { checkWidgetScript } from './doctor/widget.js';
import { readEnv, UsageError, type FoundEnv, type Options } from './usage.js';

/** The oldest version of Node that the package supports. */
const NODE = [20, 19] as const;

interface DoctorOptions {
  found: FoundEnv;
  handler?: URL | undefined;
  page?: URL | undefined;
  frame?: URL | undefined;
  calls: boolean;
  seconds: number;
}

export async function runDoctor({ values, flags }: Options): Promise<boolean> {
  const found = await readEnv(values['env']);
  const [handler, page, frame] = ['handler', 'page', 'frame'].map((option) => readUrl(values, option));
  const environment = readEnvironment(found.env);
  if (flags.has('csp')) return printPolicy(environment, handler, page, frame);
  const seconds = readSeconds(values['timeout']);
  const findings = await checkAll(environment, {
    found,
    handler,
    page,
    frame,
    calls: !flags.has('no-calls'),
    seconds,
  });
  const lines = [...findings.map(formatFinding), '', summary(findings)];
  console.log(redact(secretsOf(found.env), lines.join('\n')));
  if (values['bundle']) await writeBundle(values['bundle'], environment, found.env, findings);
  return findings.every(({ level }) => level !== 'wrong');
}

function readUrl(values: Record<string, string>, option: string): URL | undefined {
  const given = values[option];
  if (given === undefined) return undefined;
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return new URL(given);
  throw new UsageError(`--${option} must be an http or https URL.`);
}

function readSeconds(given = '10'): number {
  if (/^\d{1,3}$/.test(given) && Number(given) > 0) return Number(given);
  throw new UsageError('--timeout must be a whole number of seconds from 1 to 999.');
}

const otherOrigin = (handler: URL | undefined, page: URL | undefined) =>
  handler && page && handler.origin !== page.origin ? handler.origin : undefined;

/** `doctor --csp`: prints only the policy. Reports only problems of the widget's variables, because the policy depends on them alone. */
function printPolicy(
  { widget, names, problems }: Environment,
  handler: URL | undefined,
  page: URL | undefined,
  frame: URL | undefined,
): boolean {
  const variables = [names.WIDGET, names.WIDGET_SCRIPT_URL, names.EMBED_CODE_FILE];
  const wrong = problems.filter(({ variable }) => variables.includes(variable));
  console.log(strictPolicy(widget, otherOrigin(handler, page), undefined, frame?.origin));
  for (const { variable, message, remedy } of wrong) console.error(`${variable} ${message}. ${remedy}`);
  return wrong.length === 0;
}

/** Runs all checks at the same time. The findings are in the order of the systems that a call passes. */
export async function checkAll(
  environment: Environment,
  { found, handler, page, frame, calls, seconds }: DoctorOptions,
): Promise<Finding[]> {
  const { baseUrl, names, widget, database, problems } = environment;
  // An invalid key is already reported.
  const key = problems.some(({ variable }) => variable === names.SECRET_KEY) ? undefined : found.env[names.SECRET_KEY];
  const checkPage = async (address: URL) => {
    const frameOrigin = frame?.origin ?? (handler && (await readFrameOrigin(handler, seconds)));
    return checkPageUrl({ address, handler, widget, frameOrigin, seconds });
  };
  const isDatabaseWrong = problems.some(({ variable }) => variable === 'LENDING_DATABASE');
  const checked = await Promise.all([
    baseUrl !== undefined && checkService({ baseUrl, key, calls, seconds }),
    database !== undefined && !isDatabaseWrong && checkDatabase(database, environment),
    checkWidgetScript(widget, seconds, page?.origin),
    handler && checkHandler(handler, seconds),
    page && checkPage(page),
  ]);
  return allOf(checkVersions(), checkSources(found), checkConfiguration(environment), ...checked);
}

export function checkVersions(node = process.versions.node): Finding {
  const { fine, wrong } = findingsAbout('the versions');
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const found = `Node ${node}, lending-elements ${version}.`;
  const isOld = major < NODE[0] || (major === NODE[0] && minor < NODE[1]);
  if (!isOld) return fine(found);
  return wrong(found, 'The library does not work on this version of Node.', `Use Node ${NODE.join('.')} or newer.`);
}

/** Reports the environment files in this folder, and misspelt names of variables. */
function checkSources({ env, read, unread }: FoundEnv): Found {
  const { fine, unsure } = findingsAbout('the variables');
  const files = (names: string[]) => names.join(' and ');
  return [
    read.length > 0 &&
      fine(`they were read from ${files(read)}.`, 'The process has no variable that begins with LENDING_.'),
    unread.length > 0 &&
      fine(`this folder also has ${files(unread)}, which was not read.`, `--env ${unread[0]} reads it.`),
    ...misspeltVariables(env).map(({ name, meant }) =>
      unsure(`nothing reads ${name}. Did you mean "${meant}"?`, 'It has no effect.', `Rename it to ${meant}.`),
    ),
  ];
}

/** Lists the problems that `fromEnv()` would report, and variables that should be set. */
function checkConfiguration({ problems, declared, environment, baseUrl, database }: Environment): Found {
  const { fine, unsure, wrong } = findingsAbout('the configuration');
  const isDeferred = problems.some(({ reason }) => reason === 'missing');
  const meaning = isDeferred ? 'The handler answers every call with status 500.' : 'The backend does not start.';
  return [
    ...problems.map(({ variable, message, remedy }) => wrong(`${variable} ${message}.`, meaning, remedy)),
    problems.length === 0 && fine(`it is complete and consistent, for ${environment}.`),
    !!baseUrl &&
      !declared &&
      problems.every(({ variable }) => variable !== 'LENDING_ENVIRONMENT') &&
      environment === 'production' &&
      unsure(
        'LENDING_ENVIRONMENT is not set.',
        'The environment is production by default. The doctor cannot tell whether the URLs belong to production.',
        'Set it to production, staging or sandbox.',
      ),
    !database &&
      unsure(
        'LENDING_DATABASE is not set.',
        'The handler does not start for production or staging without a store.',
        'Set it to a path or to the URL of a PostgreSQL, or pass `store` to createHandler().',
      ),
  ];
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Finding['level']) => findings.filter(({ level }) => level === wanted).length;
  return `${findings.length} findings: ${count('fine')} fine, ${count('unsure')} to look at, ${count('wrong')} wrong.`;
}

const secretsOf = (env: Env) =>
  Object.entries(env).flatMap(([name, value]) =>
    /^LENDING_.*(SECRET|CONSENTS_KEY|DATABASE)/.test(name) ? [value, value?.trim()] : [],
  );

/** Writes the file for a support request: names of variables, origins and findings, but not the values of variables. */
async function writeBundle(
  file: string,
  { declared, widget }: Environment,
  env: Env,
  findings: readonly Finding[],
): Promise<void> {
  const variables = Object.keys(env).filter((name) => name.startsWith('LENDING_'));
  const bundle = {
    made_at: new Date().toISOString(),
    library: version,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    declared,
    isolation: widget?.isolation ?? 'page',
    variables: variables.map((name) => ({ name, length: env[name]?.length })),
    policy: strictPolicy(widget),
    findings,
  };
  await fs.writeFile(file, `${redact(secretsOf(env), JSON.stringify(bundle, null, 2))}\n`, { mode: 0o600 });
}
