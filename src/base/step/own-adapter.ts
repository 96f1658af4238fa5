// Finds the backend of a step that is used alone. It loads for such a step only.
import { createAdapter } from '../../adapter/adapter.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { LendingError } from '../../errors.js';
import { endStep, type EndingStep } from '../failure/end-step.js';
import { pageScripts } from '../page-lifecycle.js';

interface Step extends HTMLElement, EndingStep {
  endpoint: string | undefined;
  business: string | undefined;
  adapter: ServerAdapter | undefined;
  addController(controller: { hostConnected(): void; hostDisconnected(): void }): void;
}

/** Milliseconds that a framework of the page may take to set the adapter. */
const FRAMEWORK_DELAY_MS = 3000;

/** The adapters that this module has made, and their endpoints and businesses. */
const own = new WeakMap<ServerAdapter, string>();

const sourceOf = ({ endpoint, business }: Step) => JSON.stringify([endpoint, business]);

/** Returns the step's adapter, or makes one for its endpoint and business. Throws `config-invalid` if the step has neither. */
export function ensureAdapter(step: Step): ServerAdapter {
  const { endpoint, business, adapter, localName } = step;
  if (adapter && (!own.has(adapter) || own.get(adapter) === sourceOf(step))) return adapter;
  // The calls of the old adapter would be for another business.
  step.adapter = undefined;
  if (endpoint) {
    // The `business` of the step changes before its adapter does.
    const made = {
      ...createAdapter({ endpoint, business: business ?? undefined }),
      get business() {
        return step.business ?? undefined;
      },
    };
    own.set(made, sourceOf(step));
    return made;
  }
  throw new LendingError('config-invalid', `<${localName}>: neither the endpoint nor the adapter property is set.`, {
    remedy: 'Set endpoint="/api/lending", or the adapter property, or use the step inside <lending-onboarding>.',
  });
}

/** Lets a step that is used alone learn from other calls that the page can only be loaded again. */
export function followPage(step: Step): void {
  const { adapter } = step;
  let stop = new AbortController();
  const end = (over: LendingError) => void (step.adapter === adapter && endStep(step, over));
  step.addController({
    hostConnected: () => adapter?.watchEnd?.(end, (stop = new AbortController()).signal),
    hostDisconnected: () => stop.abort(),
  });
}

/** Sets the adapter of a step that has none. Rejects with `config-invalid` if the step has no endpoint either. */
export async function assignAdapter(step: Step): Promise<void> {
  if (!step.endpoint) {
    await pageScripts();
    await new Promise((resolve) => setTimeout(resolve, FRAMEWORK_DELAY_MS));
    if (!step.isConnected) return;
  }
  step.adapter = ensureAdapter(step);
}
