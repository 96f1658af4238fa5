import { memoryStore } from '../../src/server/index.js';
import { setup } from './setup.js';

/** Two browsers of one applicant with an application, and a new page of theirs after a restart of the handler. */
export async function devices(options: Parameters<typeof setup>[0] = {}) {
  const store = memoryStore();
  const start = (more: object = {}) => setup({ store, ...options, ...more });
  const { browser, sandbox, handle } = start();
  const [one, other] = [browser(), browser()];
  await one.create();
  const restarted = () => start({ fetch: sandbox.fetch }).browser();
  return { one, other, restarted, browser, handle };
}
