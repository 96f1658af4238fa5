// `npm start`: serves the demo, and the whole journey against the sandbox. Installs missing packages and builds the library first.
import process from 'node:process';
import { ensurePackages } from './setup.mjs';

const IDLE_LIMIT = 2 * 60 * 60 * 1000;

try {
  ensurePackages();
  console.log('Building the library …');
  const { buildPackage } = await import('./build.mjs');
  await buildPackage();
  const { buildDemo } = await import('./demo.mjs');
  await buildDemo();
  const { startServers } = await import('./servers.mjs');
  const servers = await startServers({ port: Number(process.env.PORT ?? 4173), lookups: true, introduction: true });
  console.log(`\nOpen ${servers.url}/demo/\n\nIt shows a partner's page, with its backend and the service next to it.`);
  console.log(`The same page alone, with a backend and the sandbox as servers: ${servers.url}`);
  console.log(`The dashboard of that sandbox: ${servers.sandbox.baseUrl}/dashboard`);
  console.log('Press Ctrl+C to stop. The servers stop automatically after two hours without a request.');
  stopWhenIdle(servers);
} catch (error) {
  console.error(
    `\nnpm start failed: ${error.code === 'EADDRINUSE' ? 'the port is in use. Choose another port: PORT=4174 npm start' : error.message}`,
  );
  process.exit(1);
}

function stopWhenIdle({ partner, close }) {
  const timer = setTimeout(close, IDLE_LIMIT);
  partner.on('request', () => timer.refresh());
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      clearTimeout(timer);
      close();
    });
  }
}
