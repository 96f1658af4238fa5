import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LendingError } from '../errors.js';
import { UsageError } from './usage.js';

/** Starts the server of a command. `title` is its name in messages. */
export async function listen(title: string, port: string, host: string): Promise<Server> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError('--port must be a number from 0 to 65535.');
  const server = createServer().listen(Number(port), host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const message = `${title} cannot listen on port ${port} (${error.code}).`;
    throw new LendingError('config-invalid', message, { remedy: 'Choose another port: --port <port>.' });
  });
  return server;
}

/** The URL of a server that listens. `name` replaces its address. */
export function originOf(server: Server, name?: string): string {
  const { port, address } = server.address() as AddressInfo;
  const host = name ?? address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Resolves when the process is told to stop, or when `signal` is aborted. */
export const stopSignal = (signal?: AbortSignal): Promise<unknown> =>
  Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal }))).catch(() => undefined);
