// What a developer reads where a backend does not start: Node prints the error that nobody caught.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { describe, it } from 'node:test';

/** What a process prints that runs this module, with nothing in its environment, and how it ends. */
function run(code: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code],
    { encoding: 'utf8', env: {}, timeout: 60_000 },
  );
  return { status, stdout, stderr };
}
const imported = (name: string, file: string) =>
  `import { ${name} } from '${import.meta.resolve(`../../src/server/${file}`)}';`;

const SECRET = randomBytes(32).toString('base64');

const STARTS: Record<string, [code: string, message: RegExp, remedy: RegExp]> = {
  'createHandler() at the start': [
    `${imported('createHandler', 'index.ts')}
      createHandler({ baseUrl: 'https://api.lender.example', secretKey: 'a-key', timeoutMs: '10s' });`,
    /createHandler\(\) has \d wrong options\. .*createHandler\(\{ timeoutMs \}\) is "10s"\./,
    /remedy: .*It must be a number of milliseconds above 0\./,
  ],
  'fromEnv() with a wrong value': [
    `${imported('fromEnv', 'node/index.ts')}
      fromEnv({
        LENDING_BASE_URL: 'no address',
        LENDING_SECRET_KEY: 'a-key',
        LENDING_SESSION_SECRET: ${JSON.stringify(SECRET)},
      });`,
    /fromEnv\(\): LENDING_BASE_URL must be an https URL/,
    /remedy: .*LENDING_BASE_URL: Set it to the base URL .*Then run `npx lending-elements doctor`\./,
  ],
};

describe('an uncaught error', { timeout: 120_000 }, () => {
  for (const [what, [code, message, remedy]] of Object.entries(STARTS)) {
    it(`of ${what} ends the process, which prints its code, message and remedy`, () => {
      const { status, stderr } = run(code);
      assert.equal(status, 1);
      assert.match(stderr, /code: 'config-invalid'/);
      assert.match(stderr, message);
      assert.match(stderr, remedy);
      const [said] = /(?:It must be a number of milliseconds|Set it to the base URL)/.exec(stderr)!;
      assert.equal(stderr.split(said).length, 2, 'the remedy is printed once');
    });
  }
});
