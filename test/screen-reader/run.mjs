// Runs the tables of moments in one browser, inside session.sh, and writes what was heard. Usage: run.mjs BROWSER [NAME OF A TABLE]...
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { authorize } from '../../examples/partner.mjs';
import { startServers } from '../../scripts/servers.mjs';
import { STATEMENT } from '../e2e/statement.mjs';
import { openBrowser } from './browsers.mjs';
import { createReader } from './reader.mjs';
import { TABLES } from './tables.mjs';

const [engine, ...wanted] = process.argv.slice(2);
const folder = process.env.READER_FOLDER;
const transcript = fs.createWriteStream(path.join(folder, `${engine}.txt`));
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

const failures = [];
for (const [name, { options = {}, rows, engines = [engine] }] of Object.entries(TABLES)) {
  if ((wanted.length > 0 && !wanted.includes(name)) || !engines.includes(engine)) continue;
  log(`\n── ${name}, ${engine} ──`);
  const stage = { engine, isDown: false, isSignedOut: false, files };
  const servers = await startServers({ lookups: true, introduction: true, ...options, ...settingsOf(stage, options) });
  const reader = createReader({ speechFile: path.join(folder, 'speech.jsonl'), log });
  reader.heard();
  const close = openBrowser(engine, servers.url, folder);
  try {
    await reader.listen((said) => said.some((one) => one.includes('Finished loading Funding')), 4000);
    for (const row of rows(stage)) await reader.moment(row);
    const { keys, seconds } = reader.effort();
    log(`\n${name}: ${keys} key presses, ${seconds} seconds of speech, ${reader.failures.length} problems`);
  } catch (error) {
    reader.failures.push(error.message);
    log(`  ✖ ${error.stack}`);
  } finally {
    await close();
    await servers.close();
  }
  failures.push(...reader.failures.map((failure) => `${name}: ${failure}`));
}
transcript.end();
if (failures.length > 0) {
  console.error(`\n${failures.length} problems in ${engine}:\n${failures.map((one) => `  ✖ ${one}`).join('\n')}`);
  process.exitCode = 1;
}

/** Options that let a row of a table stop the service, or sign the applicant out. */
function settingsOf(stage, { options }) {
  return {
    fault: (request, response) => stage.isDown && !!response.writeHead(503).end(),
    options: () => ({ ...options?.(), authorize: (...args) => (stage.isSignedOut ? null : authorize(...args)) }),
  };
}
