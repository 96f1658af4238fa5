import { createAdapter, type AdapterOptions } from '../../src/adapter/adapter.js';
import { defaultSettings } from '../../src/schema/default-settings.js';
import { answering, type Fault } from '../../stories/support/faults.js';
import type { Fetch } from '../../stories/support/stack.js';

export * from './component.js';

/** The header that marks an answer of the handler. */
export const MARKED = { 'x-lending-elements': '0.0.0', 'content-type': 'application/json' };
export const PROGRESS = { done: ['createApplication'] };
export const SESSION = { settings: defaultSettings, progress: PROGRESS };

export const json = (body: unknown, init: ResponseInit = {}) =>
  answering(JSON.stringify(body), { headers: MARKED, ...init });

/** An adapter, and its requests as a browser would send them. */
export function setup(fault: Fault, options: AdapterOptions = {}) {
  const requests: Request[] = [];
  const record: Fetch = (input, init) => {
    requests.push(new Request(input, init));
    return fault(fetch)(input, init);
  };
  return { adapter: createAdapter({ fetch: record, ...options }), requests };
}
