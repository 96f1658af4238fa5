// Runs npm scripts one after the other, says what each is, and how long it took.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { npmCommand, root } from './setup.mjs';

/**
 * Runs the stages until one fails, and answers with what became of each.
 *
 * @param {{ name: string, script: string, args?: string[], env?: Record<string, string> }[]} stages
 */
export async function runStages(stages) {
  const results = stages.map((stage) => ({ ...stage, state: 'not run', seconds: 0 }));
  for (const result of results) {
    console.log(`\n── ${result.name} ──`);
    const start = performance.now();
    const passed = await runScript(result);
    result.seconds = (performance.now() - start) / 1000;
    result.state = passed ? 'ok' : 'failed';
    console.log(`── ${result.name}: ${result.state}, ${result.seconds.toFixed(1)} s ──`);
    if (!passed) break;
  }
  return results;
}

/** The sentence for the first stage that failed, if any. */
export function failure(results) {
  const failed = results.find(({ state }) => state === 'failed');
  if (!failed) return undefined;
  const env = Object.entries(failed.env ?? {}).map(([name, value]) => `${name}=${value} `);
  const args = failed.args?.length ? ` -- ${failed.args.join(' ')}` : '';
  return new Error(
    `“${failed.name}” failed: the lines above its closing line say why. To repeat it alone: ${env.join('')}npm run ${failed.script}${args}`,
  );
}

function runScript({ script, args = [], env }) {
  const [command, argv, options] = npmCommand([
    'run',
    '--loglevel=error',
    script,
    ...(args.length ? ['--', ...args] : []),
  ]);
  return new Promise((resolve) => {
    const child = spawn(command, argv, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env }, ...options });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
}
