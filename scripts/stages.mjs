// Runs npm scripts, and prints the name, result and duration of each.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import process from 'node:process';
import { npmCommand, root } from './setup.mjs';

/**
 * Runs the stages until one fails. Returns the state and duration of each. Stages in a list run at the same time, and the output of
 * each is printed when it ends. The file STAGE_TIMES, if set, gets a line for each stage.
 *
 * @typedef {{ name: string, script: string, args?: string[], env?: Record<string, string> }} Stage
 * @param {(Stage | Stage[])[]} stages
 */
export async function runStages(stages) {
  const groups = stages.map((group) => [group].flat().map((stage) => ({ ...stage, state: 'not run', seconds: 0 })));
  for (const group of groups) {
    if (group.length > 1) console.log(`\n── ${group.map(({ name }) => name).join(', ')}: running ──`);
    await Promise.all(group.map((result) => runStage(result, group.length > 1)));
    if (group.some(({ state }) => state === 'failed')) break;
  }
  return groups.flat();
}

async function runStage(result, isBuffered) {
  const open = `\n── ${result.name} ──\n`;
  if (!isBuffered) process.stdout.write(open);
  const start = performance.now();
  const { passed, output } = await runScript(result, isBuffered);
  result.seconds = (performance.now() - start) / 1000;
  result.state = passed ? 'ok' : 'failed';
  const close = `── ${result.name}: ${result.state}, ${result.seconds.toFixed(1)} s ──\n`;
  process.stdout.write(isBuffered ? open + output + close : close);
  if (process.env.STAGE_TIMES) fs.appendFileSync(process.env.STAGE_TIMES, `${rowOf(result, 46)}\n`);
}

/** Returns a line with the name, state and duration of a stage. */
export function rowOf({ name, state, seconds }, width) {
  return `${name.padEnd(width)}  ${state.padEnd(7)}  ${seconds ? `${seconds.toFixed(1).padStart(6)} s` : ''}`.trimEnd();
}

export function failure(results) {
  const failed = results.find(({ state }) => state === 'failed');
  if (!failed) return undefined;
  const env = Object.entries(failed.env ?? {}).map(([name, value]) => `${name}=${value} `);
  const args = failed.args?.length ? ` -- ${failed.args.join(' ')}` : '';
  return new Error(
    `The stage “${failed.name}” failed. Its output is above. To run only this stage: ${env.join('')}npm run ${failed.script}${args}`,
  );
}

function runScript({ script, args = [], env }, isBuffered) {
  const [command, argv, options] = npmCommand([
    'run',
    '--loglevel=error',
    script,
    ...(args.length ? ['--', ...args] : []),
  ]);
  return new Promise((resolve) => {
    const stdio = isBuffered ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, argv, { cwd: root, stdio, env: { ...process.env, ...env }, ...options });
    const pieces = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => pieces.push(piece));
    const end = (passed) => resolve({ passed, output: Buffer.concat(pieces).toString() });
    child.on('error', (error) => {
      console.error(error.message);
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}
