// `npm start`: the whole journey in a browser, against the sandbox. Installs and builds what is missing first.
import process from 'node:process';
import { ensurePackages } from './setup.mjs';

const IDLE_LIMIT = 2 * 60 * 60 * 1000;

try {
  await ensurePackages();
  console.log('Building the library …');
  const { buildPackage } = await import('./build.mjs');
  await buildPackage();
  const { startServers } = await import('./servers.mjs');
  const servers = await startServers({ port: Number(process.env.PORT ?? 4173) });
  console.log(
    `\nOpen ${servers.url}\n\nA partner’s page, the partner’s backend and a made-up lender, all on this machine.`,
  );
  console.log('Press Ctrl+C to stop; it stops by itself after two hours without a visit.');
  stopWhenIdle(servers);
} catch (error) {
  console.error(
    `\nnpm start failed: ${error.code === 'EADDRINUSE' ? 'the port is in use. Choose another: PORT=4174 npm start' : error.message}`,
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
