import fs from 'node:fs/promises';
import process from 'node:process';
import readline from 'node:readline/promises';
import { LendingError } from '../errors.js';
import { CALLS, type CallName } from '../schema/calls/calls.js';
import { readEnvironment } from '../server/node/environment.js';
import { fromEnv } from '../server/node/index.js';
import { configErrorOf } from '../server/options/config-error.js';
import { createPartnerClient } from '../server/service/client.js';
import { assumptionLines } from './rehearse/assumptions.js';
import { rehearseCalls, SAMPLE, type Sample } from './rehearse/calls.js';
import { globalsOf } from './rehearse/globals.js';
import type { Rehearsal } from './rehearse/shapes.js';
import { readEnv, UsageError, type Options } from './usage.js';

const FILE = 'lending-rehearsal.json';

export async function runRehearse({ values, flags }: Options): Promise<boolean> {
  const { env } = await readEnv(values['env']);
  const options = fromEnv(env);
  const { service } = configErrorOf(options);
  if (service) throw service;
  const { environment, baseUrl, widget } = readEnvironment(env);
  const { origin } = new URL(baseUrl!);
  if (environment === 'production' && values['production'] !== origin)
    throw new UsageError(
      'These variables are for production. A rehearsal would create a real application. To do that, add --production with the origin of LENDING_BASE_URL.',
    );
  const sample = await readSample(values['company']);
  if (!flags.has('yes')) await askFirst(origin, environment ?? 'production');
  const made = await rehearseCalls(options, sample);
  const rehearsal: Rehearsal = { ...made, globals: widget?.scriptUrl ? await globalsOf(widget.scriptUrl) : undefined };
  const report = { made_at: new Date().toISOString(), environment, ...rehearsal };
  const file = values['file'] ?? FILE;
  await fs.writeFile(file, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
  print(rehearsal, file);
  return CALLS.every((name) => rehearsal.calls[name] && isUsable(rehearsal, name));
}

/** Whether the handler can use the response to a call, once it has the printed settings. */
function isUsable({ calls, settings }: Rehearsal, name: CallName): boolean {
  const { error, status = 0 } = calls[name]!;
  if (!error) return true;
  const isFound =
    name === 'createApplication' ? settings.responsePaths?.company_id : settings.responsePaths?.access_token;
  return status >= 200 && status < 300 && !!isFound;
}

async function readSample(file: string | undefined): Promise<Sample> {
  if (file === undefined) return SAMPLE;
  const { figures = SAMPLE.figures, ...application } = JSON.parse(
    await fs.readFile(file, 'utf8'),
  ) as Sample['application'] & Partial<Sample>;
  const client = createPartnerClient({ baseUrl: 'http://localhost', secretKey: 'not-used' });
  const problems = [
    ...client.findProblems('createApplication', application),
    ...client.findProblems('prequalify', figures),
  ];
  if (problems.length === 0) return { ...SAMPLE, application, figures };
  throw new LendingError(
    'config-invalid',
    `--company: ${problems.map(({ path, reason }) => `${path} (${reason})`).join(', ')}.`,
    {
      remedy:
        'The file has the body of endpoint 1 (company, applicant, region), and figures, which is the body of endpoint 3.',
    },
  );
}

async function askFirst(origin: string, environment: string): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('Nobody can answer a question here. Add --yes.');
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  const question = `This creates an application of a test company at ${origin} (${environment}), sends a document and figures, and requests offers. Continue? (yes) `;
  const answer = await terminal.question(question);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageError('Nothing was sent.');
}

function print(rehearsal: Rehearsal, file: string): void {
  const { calls, settings, globals } = rehearsal;
  for (const name of CALLS) {
    const seen = calls[name];
    const body = seen && (seen.isText ? 'text' : JSON.stringify(seen.body));
    console.log(
      seen ? `${name}: ${seen.status ?? 'no response'}, ${seen.milliseconds} ms, ${body}` : `${name}: not called`,
    );
    if (seen?.error && !isUsable(rehearsal, name))
      console.log(`  It failed with ${seen.error}. The rehearsal knows no setting for that.`);
  }
  if (globals) console.log(`The widget’s script sets: ${globals.join(', ') || 'no name'}.`);
  console.log(
    `\nThe specification does not show these, and the library assumes:\n${assumptionLines(rehearsal).join('\n')}`,
  );
  const isAsAssumed = Object.keys(settings).length === 0;
  console.log(
    isAsAssumed
      ? '\nThe service responds as the library assumes. It needs no setting.'
      : `\nThe service differs. Set these options, in createHandler() or in the file of LENDING_SETTINGS:\n${JSON.stringify(settings, null, 2)}`,
  );
  console.error(
    `\n${file} has the shapes of the responses, and no value. A sandbox that responds like this: lending-elements sandbox --like ${file}`,
  );
}
