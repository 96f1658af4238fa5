// `npm run test:fuzz`: the tests that send at random, with many more requests, for some minutes. FUZZ_SEED repeats a run.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { root } from '../../../scripts/setup.mjs';

const files = [
  'test/server/fuzz/fuzz.long.test.ts',
  'test/server/fuzz/chaos.long.test.ts',
  'test/server/consent/consent-model.long.test.ts',
];
const many = { FUZZ_REQUESTS: '100000', FUZZ_SOCKETS: '10000', CHAOS_FLOWS: '500', CONSENT_RUNS: '2000' };
const child = spawn(
  process.execPath,
  ['--import', 'tsx', '--test', '--test-concurrency=1', '--test-reporter=spec', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...many, ...process.env },
  },
);
child.on('close', (code) => (process.exitCode = code ?? 1));
