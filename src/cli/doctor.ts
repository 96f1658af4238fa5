import fs from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { readEnvironment, type Env, type Environment } from '../server/environment.js';
import { version } from '../version.js';
import { about, tell, without, type Finding } from './doctor/findings.js';
import { checkHandler } from './doctor/handler.js';
import { checkPage } from './doctor/page.js';
import { strictPolicy } from './doctor/policy.js';
import { checkService } from './doctor/service.js';
import { checkVersions } from './doctor/versions.js';
import { checkWidgetScript } from './doctor/widget.js';
import { readOptions, UsageError } from './usage.js';

/** Seconds that whoever is asked has, unless `--timeout` says otherwise. */
const SECONDS = 10;

interface Asked {
  env: Env;
  handler: URL | undefined;
  page: URL | undefined;
  calls: boolean;
  seconds: number;
}

/** `doctor`: looks at the configuration and at all that it names, and answers whether nothing is wrong. */
export async function examine(args: string[]): Promise<boolean> {
  const options = readOptions(args, ['env', 'handler', 'page', 'bundle', 'timeout'], ['no-calls', 'csp']);
  const { values, flags } = options;
  const env = await readEnv(values['env']);
  const [handler, page] = [readUrl(values['handler']), readUrl(values['page'])];
  const known = readEnvironment(env);
  if (flags.has('csp')) return printPolicy(known, handler, page);
  const seconds = readSeconds(values['timeout']);
  const findings = await look(known, { env, handler, page, calls: !flags.has('no-calls'), seconds });
  const isWrong = findings.some(({ level }) => level === 'wrong');
  const lines = [...findings.map(tell), '', summary(findings)];
  console.log(without(secretsOf(env), lines.join('\n')));
  if (values['bundle']) await writeBundle(values['bundle'], known, env, findings);
  return !isWrong;
}

// Named `--env`: some versions of Node take an `--env-file` behind the program for theirs.
/** The variables of the process go before those of a file. */
async function readEnv(file: string | undefined): Promise<Env> {
  if (file === undefined) return process.env;
  return { ...parseEnv(await fs.readFile(file, 'utf8')), ...process.env };
}

function readUrl(given: string | undefined): URL | undefined {
  if (given === undefined) return undefined;
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return new URL(given);
  throw new UsageError();
}

function readSeconds(given: string | undefined): number {
  if (given === undefined) return SECONDS;
  if (/^\d{1,3}$/.test(given) && Number(given) > 0) return Number(given);
  throw new UsageError();
}

const otherOrigin = (handler: URL | undefined, page: URL | undefined) =>
  handler && page && handler.origin !== page.origin ? handler.origin : undefined;

/** `doctor --csp`: the policy alone, for a page of the handler's origin unless both are named. Only the widget matters to it. */
function printPolicy({ widget, names, faults }: Environment, handler: URL | undefined, page: URL | undefined): boolean {
  const variables = [names.WIDGET, names.WIDGET_SCRIPT_URL, names.EMBED_CODE_FILE];
  const wrong = faults.filter(({ variable }) => variables.includes(variable));
  console.log(strictPolicy(widget, otherOrigin(handler, page)));
  for (const { variable, message } of wrong) console.error(`${variable} ${message}.`);
  return wrong.length === 0;
}

/** All findings, in the order in which a call goes. Who is asked is asked at the same time. */
async function look(known: Environment, { env, handler, page, calls, seconds }: Asked): Promise<Finding[]> {
  const { baseUrl, names, widget, faults } = known;
  // A key that no header carries is a finding already.
  const key = faults.some(({ variable }) => variable === names.SECRET_KEY) ? undefined : env[names.SECRET_KEY];
  const asked = await Promise.all([
    baseUrl ? checkService({ baseUrl, key, calls, seconds }) : [],
    checkWidgetScript(widget, seconds, page?.origin),
    handler ? checkHandler(handler, seconds) : [],
    page ? checkPage({ address: page, handler: handler?.origin, widget, seconds }) : [],
  ]);
  return [...checkVersions(process.cwd()), ...checkConfiguration(known), ...asked.flat()];
}

/** What `fromEnv()` says, one by one, and what only is worth a word. */
function checkConfiguration({ faults, declared, environment, baseUrl, consents }: Environment): Finding[] {
  const { fine, unsure, wrong } = about('the configuration');
  const means = 'The backend does not start.';
  const found = faults.map(({ variable, message, remedy }) => wrong(`${variable} ${message}.`, means, remedy));
  if (faults.length === 0) found.push(fine(`it fits together, for ${environment}.`));
  if (baseUrl && !declared && environment === 'production')
    found.push(
      unsure(
        'LENDING_ENVIRONMENT is not set.',
        'That means production. Whether the addresses are of staging or of production cannot be told.',
        'Set it to production, staging or sandbox.',
      ),
    );
  if (!consents)
    found.push(
      unsure(
        'LENDING_CONSENTS is not set.',
        'Without a place for consents no offers are requested.',
        'Set it to a file, or give createHandler({ consents }).',
      ),
    );
  return found;
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: string) => findings.filter(({ level }) => level === wanted).length;
  return `${findings.length} findings: ${count('fine')} fine, ${count('unsure')} to look at, ${count('wrong')} wrong.`;
}

/** The values that must never be said. */
const secretsOf = (env: Env) =>
  Object.entries(env).flatMap(([name, value]) =>
    /^LENDING_.*(SECRET|CONSENTS_KEY)/.test(name) ? [value, value?.trim()] : [],
  );

/** What helps somebody else to help: names, origins and findings, and no value of a variable. */
async function writeBundle(file: string, known: Environment, env: Env, findings: readonly Finding[]): Promise<void> {
  const variables = Object.keys(env).filter((name) => name.startsWith('LENDING_'));
  const bundle = {
    made_at: new Date().toISOString(),
    library: version,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    declared: known.declared,
    isolation: known.widget?.isolation ?? 'page',
    variables: variables.map((name) => ({ name, length: env[name]?.length })),
    policy: strictPolicy(known.widget),
    findings,
  };
  await fs.writeFile(file, `${without(secretsOf(env), JSON.stringify(bundle, null, 2))}\n`, { mode: 0o600 });
}
