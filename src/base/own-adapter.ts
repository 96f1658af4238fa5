// Finds the backend of a step that is used alone. It loads for such a step only.
import { createAdapter } from '../adapter/adapter.js';
import type { ServerAdapter } from '../adapter/types.js';
import { LendingError } from '../errors.js';
import { pageScripts } from './page-scripts.js';

/** The part of a step that is read here. */
interface Step extends HTMLElement {
  endpoint: string | undefined;
  adapter: ServerAdapter | undefined;
}

/** Milliseconds that a framework of the page may take to set the adapter. */
const PATIENCE = 3000;

/** The adapters that this module has made, and their endpoints. */
const own = new WeakMap<ServerAdapter, string>();

/** Returns the step's adapter. Default: one for its endpoint. Throws `config-invalid` if it has neither. */
export function adapterOf(step: Step): ServerAdapter {
  const { endpoint, adapter, localName } = step;
  if (adapter && (!own.has(adapter) || own.get(adapter) === endpoint)) return adapter;
  if (endpoint) return makeAdapter(endpoint);
  throw new LendingError('config-invalid', `<${localName}>: neither the endpoint nor the adapter property is set.`, {
    remedy: 'Set endpoint="/api/lending", or the adapter property, or use the step inside <lending-onboarding>.',
  });
}

function makeAdapter(endpoint: string): ServerAdapter {
  const adapter = createAdapter({ endpoint });
  own.set(adapter, endpoint);
  return adapter;
}

/** Gives a step an adapter for its endpoint. Rejects with `config-invalid` if the step has neither. */
export async function connect(step: Step): Promise<void> {
  if (!step.endpoint) {
    await pageScripts();
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    if (!step.isConnected) return;
  }
  step.adapter = adapterOf(step);
}
