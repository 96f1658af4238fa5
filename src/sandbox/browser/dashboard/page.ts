import type { SandboxApplication, SandboxCall } from '../../types.js';
import type { WidgetConfig } from '../../widget/config.js';
import type { WidgetHandOff } from '../../widget/hand-offs.js';

/** The response of `/dashboard/data`. */
export interface Data {
  readonly origin: string;
  /** The secret key, masked. */
  readonly key: string;
  readonly config: WidgetConfig;
  readonly fault: string;
  readonly handOffs: readonly WidgetHandOff[];
  readonly applications: readonly SandboxApplication[];
  readonly otherCalls: readonly SandboxCall[];
}

async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = { accept: 'application/json', 'x-sandbox-dashboard': '1' };
  const response = await fetch(`/dashboard/${path}`, { ...init, headers, cache: 'no-store' });
  if (!response.ok) throw new Error(`/dashboard/${path} answered ${response.status}.`);
  return (await response.json()) as T;
}

const post = <T>(path: string, body?: unknown) =>
  call<T>(path, { method: 'POST', ...(body !== undefined && { body: JSON.stringify(body) }) });

export const readData = () => call<Data>('data');

export const readKey = async () => (await post<{ secretKey: string }>('key')).secretKey;

/** `minute` sets the clock forward, so that lenders decide and tokens expire. `reset` deletes all applications. */
export const command = (name: 'minute' | 'reset') => post<unknown>(name);

export const change = (settings: Readonly<Record<string, unknown>>) => post<unknown>('config', settings);

/** Finds an element of the page by its id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}.`);
  return found as T;
}

/** Announces a sentence politely and shows it. */
export const say = (text: string) => void (byId('news').textContent = text);
