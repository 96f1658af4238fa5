import { expect } from '@open-wc/testing';
import { createAdapter, type AdapterOptions } from '../../src/adapter.js';
import { LendingError } from '../../src/errors.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { answering, type Fault } from './faults.js';
import type { Fetch } from './stack.js';

/** What marks an answer as the handler's. */
export const MARKED = { 'x-lending-elements': '0.0.0', 'content-type': 'application/json' };
export const PROGRESS = { done: ['createApplication'] };
export const SESSION = { settings: defaultSettings, progress: PROGRESS };

/** A backend that gives this answer to everything. */
export const json = (body: unknown, init: ResponseInit = {}) =>
  answering(JSON.stringify(body), { headers: MARKED, ...init });

/** An adapter, and the requests that it makes, as a browser would send them. */
export function setup(fault: Fault, options: AdapterOptions = {}) {
  const requests: Request[] = [];
  const record: Fetch = (input, init) => {
    requests.push(new Request(input, init));
    return fault(fetch)(input, init);
  };
  return { adapter: createAdapter({ fetch: record, ...options }), requests };
}

export const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(LendingError);
  return error as LendingError;
};

export const aborting = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};
