import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeListener } from '../../server/node/index.js';
import { createRecorder, EVENT_NAMES, type EventRecorder, type RecordedEvent } from '../testing/event-recorder.js';
import { environmentOf } from '../environment.js';
import type { SandboxOptions } from '../options.js';
import { createSandbox } from '../api/service.js';
import type { Sandbox } from '../types.js';

export type { EventRecorder, RecordedEvent } from '../testing/event-recorder.js';

/** The part of a page of Playwright or Puppeteer that the recorder needs. */
export interface TestedPage {
  exposeFunction(name: string, callback: (event: RecordedEvent) => void): Promise<unknown>;
  /** The method of Playwright. */
  addInitScript?(script: { content: string }): Promise<unknown>;
  /** The method of Puppeteer. */
  evaluateOnNewDocument?(script: string): Promise<unknown>;
}

/** The function of the page that passes events to the test. */
const BINDING = 'lendingEventRecorder';

// A string, because a test runner may rewrite a function before the page gets it.
const SCRIPT = `for (const name of ${JSON.stringify(EVENT_NAMES)})
  window.addEventListener(name, ({ type, step, error }) => window.${BINDING}({ type, step, code: error?.code }), true);`;

/**
 * Records the events of the elements in a page of Playwright or Puppeteer. Call it before the page is opened. Recording continues after a
 * reload.
 */
export async function recordPageEvents(page: TestedPage): Promise<EventRecorder> {
  const { recorder, add } = createRecorder();
  await page.exposeFunction(BINDING, add);
  if (page.addInitScript) await page.addInitScript({ content: SCRIPT });
  else await page.evaluateOnNewDocument?.(SCRIPT);
  return recorder;
}

export interface StartSandboxOptions extends Omit<SandboxOptions, 'origin'> {
  /** The port on this machine. Default: a free one. */
  port?: number | undefined;
}

/** A sandbox on a port of this machine. */
export interface StartedSandbox {
  /** The URL of the sandbox, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The sandbox itself, to read `calls` in a test. */
  readonly sandbox: Sandbox;
  /** The environment variables of a backend that calls the sandbox, for `fromEnv()` or for another process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Stops the sandbox. */
  close(): Promise<void>;
}

/** Starts a sandbox on a port of this machine, for end-to-end tests. No other machine can reach it. */
export async function startSandbox({ port = 0, ...options }: StartSandboxOptions = {}): Promise<StartedSandbox> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = createSandbox({ ...options, origin: url });
  server.on('request', toNodeListener(sandbox.fetch));
  const environment = environmentOf({ ...sandbox, sessionSecret: randomBytes(32).toString('base64url') });
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url, sandbox, environment, close };
}
