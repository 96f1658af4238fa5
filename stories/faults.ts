import { answeringJson, unreachable, type Fault } from './support/faults.js';

const SLOW = 5000;

const slow: Fault = (fetch) => async (input, init) => {
  await new Promise((resolve) => setTimeout(resolve, SLOW));
  return fetch(input, init);
};
const rejecting = (status: number, headers: Record<string, string> = {}) =>
  answeringJson({ message: 'A fault of the sandbox.' }, { status, headers });

/** A fault between the page and the backend, or between the backend and the lender. */
interface Trouble {
  title: string;
  page?: Fault;
  service?: Fault;
}

/** The faults that the toolbar switches on. */
export const TROUBLES: Record<string, Trouble> = {
  none: { title: 'Nothing fails' },
  slow: { title: 'The lender is slow', service: slow },
  failed: { title: 'The lender fails (500)', service: rejecting(500) },
  busy: { title: 'The lender is busy (429)', service: rejecting(429, { 'retry-after': '60' }) },
  denied: { title: 'The lender rejects the key (401)', service: rejecting(401) },
  unreachable: { title: 'The lender cannot be reached', service: unreachable },
  lost: { title: 'The connection is lost', page: unreachable },
};

let current: Trouble = TROUBLES.none!;
let pausing = 0;

/** Switches a fault on, for all calls from now on. */
export function switchTo(name: string): void {
  current = TROUBLES[name] ?? TROUBLES.none!;
}

/** Makes the calls that a story needs before it is shown. They never fail by the toolbar. */
export async function prepared<T>(calls: () => Promise<T>): Promise<T> {
  pausing += 1;
  return calls().finally(() => (pausing -= 1));
}

/** A `fetch` with the story's own fault, and with the one that is switched on when a call is made. */
export const switchable =
  (side: 'page' | 'service', own: Fault = (fetch) => fetch): Fault =>
  (fetch) => {
    const inner = own(fetch);
    return (input, init) => {
      const fault = pausing > 0 ? undefined : current[side];
      return (fault ? fault(inner) : inner)(input, init);
    };
  };
