// Runs a table of moments in a browser, inside session.sh, and writes what was heard. Usage: run.mjs BROWSER TABLE
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createHandler } from 'lending-elements/server';
import { authorize } from '../../examples/partner.mjs';
import { startServers } from '../../scripts/servers.mjs';
import { STATEMENT } from '../e2e/applicant.mjs';
import { openBrowser } from './browsers.mjs';
import { createReader } from './reader.mjs';
import { TABLES } from './tables.mjs';

const [engine, name] = process.argv.slice(2);
const folder = process.env.READER_FOLDER;
const transcript = fs.createWriteStream(path.join(folder, 'transcript.txt'));
const log = (line) => {
  console.log(line);
  transcript.write(`${line}\n`);
};

const contents = { june: ['june.pdf', STATEMENT], july: ['july.pdf', STATEMENT], wrong: ['notes.pdf', 'Only text.'] };
const files = Object.fromEntries(
  Object.entries(contents).map(([key, [name, content]]) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, content);
    return [key, file];
  }),
);

const { options = {}, rows, facts = [], most = {} } = TABLES[name];
const stage = { engine, status: 0, isSignedOut: false, files };
const servers = await startServers({ lookups: true, introduction: true, ...options, ...settingsOf(stage, options) });
const reader = createReader({ speechFile: path.join(folder, 'speech.jsonl'), log });
const close = openBrowser(engine, servers.url, folder);
log(`\n── ${name}, ${engine} ──`);
try {
  const said = await reader.listen((said) => said.some((one) => one.includes('Finished loading Funding')), 4000);
  // On a busy machine Orca may not find the browser at all.
  if (said.length === 0) process.exitCode = 3;
  else for (const row of rows(stage)) await reader.moment(row);
} catch (error) {
  reader.failures.push(error.message);
  log(`  ✖ ${error.stack}`);
} finally {
  await close();
  await servers.close();
}
const words = process.exitCode ? 0 : reader.compare(facts, most[engine] ?? Infinity);
const { keys, seconds } = reader.effort();
log(
  `\n${name}, ${engine}: ${keys} key presses, ${words} words in ${seconds} seconds, ${reader.failures.length} problems`,
);
transcript.end();
if (reader.failures.length > 0) process.exitCode = 1;

/**
 * Options that let a row of a table stop the service, with the status of its responses, or sign the applicant out. `stage.settle()` does what the
 * partner does after a creation with an unknown outcome.
 */
function settingsOf(stage, { options }) {
  let user;
  const signedIn = (...args) => (user = stage.isSignedOut ? null : authorize(...args));
  return {
    fault: (request, response) => !!stage.status && !!response.writeHead(stage.status).end(),
    options(example) {
      const given = { ...example, ...options?.(), authorize: signedIn };
      stage.settle = () =>
        createHandler(given).settleApplication(user, { company_id: randomUUID(), email: 'jane.doe@example.com' });
      return given;
    },
  };
}
