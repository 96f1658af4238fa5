// Tests the examples that have their own packages. `npm run examples:install` installs these packages.
import { testPlatform } from '../server/node/platform-tests.mjs';
import { startNext } from './platforms/next.mjs';
import { startWorker } from './platforms/workers.mjs';

testPlatform('Next', startNext);
testPlatform('Cloudflare Workers', startWorker);
