// Runs commands, and prints the name, result and duration of each.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import process from 'node:process';
import { root } from './setup.mjs';

/**
 * Runs the stages until one fails, prints a table of them, and throws an error that says how to run the failed one alone. Stages in a list
 * run at the same time, and the output of each is printed when it ends. The file STAGE_TIMES, if set, gets a line for each stage.
 *
 * @typedef {{ name: string, command: string, env?: Record<string, string> }} Stage
 * @param {(Stage | Stage[])[]} stages
 */
export async function runStages(stages) {
  const groups = stages.map((group) => [group].flat().map((stage) => ({ ...stage, state: 'not run', seconds: 0 })));
  for (const group of groups) {
    if (group.length > 1) console.log(`\n── ${group.map(({ name }) => name).join(', ')}: running ──`);
    await Promise.all(group.map((stage) => runStage(stage, group.length > 1)));
    if (group.some(({ state }) => state === 'failed')) break;
  }
  const results = groups.flat();
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log(`\n${results.map((result) => rowOf(result, width)).join('\n')}`);
  const failed = results.find(({ state }) => state === 'failed');
  if (!failed) return;
  const env = Object.entries(failed.env ?? {}).map(([name, value]) => `${name}=${value} `);
  throw new Error(
    `The stage “${failed.name}” failed. Its output is above. To run only this stage: ${env.join('')}${failed.command}`,
  );
}

async function runStage(stage, isBuffered) {
  const open = `\n── ${stage.name} ──\n`;
  if (!isBuffered) process.stdout.write(open);
  const start = performance.now();
  const { passed, output } = await run(stage, isBuffered);
  stage.seconds = (performance.now() - start) / 1000;
  stage.state = passed ? 'ok' : 'failed';
  const close = `── ${stage.name}: ${stage.state}, ${stage.seconds.toFixed(1)} s ──\n`;
  process.stdout.write(isBuffered ? open + output + close : close);
  if (process.env.STAGE_TIMES) fs.appendFileSync(process.env.STAGE_TIMES, `${rowOf(stage, 46)}\n`);
}

function rowOf({ name, state, seconds }, width) {
  return `${name.padEnd(width)}  ${state.padEnd(7)}  ${seconds ? `${seconds.toFixed(1).padStart(6)} s` : ''}`.trimEnd();
}

function run({ command, env }, isBuffered) {
  return new Promise((resolve) => {
    const stdio = isBuffered ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, { cwd: root, shell: true, stdio, env: { ...process.env, ...env } });
    const pieces = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => pieces.push(piece));
    child.on('close', (code) => resolve({ passed: code === 0, output: Buffer.concat(pieces).toString() }));
  });
}
