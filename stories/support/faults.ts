import type { Fetch } from './stack.js';

/** Makes a faulty `fetch` from a working one. */
export type Fault = (fetch: Fetch) => Fetch;

export const answering =
  (body: string | null, init: ResponseInit = {}): Fault =>
  () =>
  async () =>
    new Response(body, init);

/** A response of a server in front of the handler, such as a proxy. */
export const edge = (status: number) => answering(null, { status, headers: { 'retry-after': '90' } });

/** Fails as `fetch` does without a network. */
export const unreachable: Fault = () => () => Promise.reject(new TypeError('Failed to fetch'));

/** Fails as a backend's `fetch` does if no server listens: nothing was sent. */
export const rejected: Fault = () => () =>
  Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));

/** Never answers; only an abort ends the wait. */
export const silent: Fault = () => (_input, init) =>
  new Promise((_resolve, reject) => {
    const { signal } = init!;
    signal!.addEventListener('abort', () => reject(signal!.reason as Error));
  });

/** Fails in the first calls only. */
export const times =
  (count: number, fault: Fault): Fault =>
  (fetch) =>
  (input, init) =>
    (count-- > 0 ? fault(fetch) : fetch)(input, init);

export const once = (fault: Fault) => times(1, fault);

/** Fails in the calls of one route, or only in those whose body has the text. */
export const at =
  (path: string, fault: Fault, text = ''): Fault =>
  (fetch) => {
    const faulty = fault(fetch);
    const isMeant: (...given: Parameters<typeof fetch>) => boolean = (input, init) =>
      urlOf(input).endsWith(path) && (!text || String(init?.body).includes(text));
    return (input, init) => (isMeant(input, init) ? faulty : fetch)(input, init);
  };

export const answeringJson = (body: object, init?: ResponseInit) => answering(JSON.stringify(body), init);

export function switched(fault: Fault): { fault: Fault; isOn: boolean } {
  const made = {
    isOn: false,
    fault: ((fetch) => (input, init) => (made.isOn ? fault(fetch) : fetch)(input, init)) as Fault,
  };
  return made;
}

export function held(): { fault: Fault; release: () => void } {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { fault: (fetch) => (input, init) => released.then(() => fetch(input, init)), release };
}

const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : String(input));
