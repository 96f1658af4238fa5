import { LendingError } from '../errors.js';
import type { CallName } from '../schema/calls/calls.js';
import { hashText } from './util/hash-text.js';
import { withStoreError } from './util/store-error.js';
import { beginCall, endCall, reported, unknownOutcome, type Begun, type Wanted } from './journal/calls.js';
import type { Opening } from './keys.js';
import { busy, inFlight, nthId, type CallRow } from './records/current.js';
import type { Also, Change, Records } from './records/records.js';
import type { RequestContext } from './types.js';

/** The first and the longest pause between two looks at a call of another process. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
/** The pauses before an end that could not be stored is stored again. */
const PAUSES_MS = [100, 1000, 3000];

type Then = (records: Records, id: string) => Records;
/** A call that this request makes, and the records when it began. */
type Made = Begun & {
  readonly records: Records;
  /** The time of `performance.now()` before that. */ readonly since: number;
};

interface CallOptions<T, Noted> {
  call: CallName;
  /** The key under which the call is made once; `null`: each request makes it. */
  key: string | null;
  /** The request's content, or a digest of it: a key must not be used again with other content. */
  content?: unknown;
  /** Adds the records that the call needs, in the transaction that begins it. An error of the store then means that no consent is stored. */
  before?: ((records: Records, id: string) => readonly [Records, Noted]) | undefined;
  also?: Also | undefined;
  /** Makes the call. `noted` is the second result of `before`. */
  make(noted: Noted): Promise<T>;
  /** Prepares the change that a success makes. */
  succeeded?(result: T, begun: Begun, noted: Noted): Promise<Then> | Then;
  /** The change that a failure makes. The consent of a request for offers stays. */
  failed?(error: unknown, begun: Begun, noted: Noted): Then;
}

interface CallSettings {
  opening: Opening;
  timeoutMs: number;
  uploadTimeoutMs: number;
  /** The time limit of `onConsent`, which runs after a request for offers has begun. */
  hookTimeoutMs: number;
  onProgress?: unknown;
}

/** Returns the key of a request, which the page chooses. */
export function keyOf({ request }: RequestContext): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || /^[\w-]{8,64}$/.test(key)) return key;
  throw new LendingError('handler-invalid', 'Invalid Idempotency-Key header: use 8 to 64 letters, digits, - or _.');
}

/** Returns a short hash that distinguishes contents. A longer hash would reveal more of the content. */
const fingerprint = async (content: unknown) => (await hashText(JSON.stringify(content))).slice(0, 16);

/** Makes calls to the service once for each key: one transaction before the call, and one after it. */
export function createCalls({ opening, timeoutMs, uploadTimeoutMs, hookTimeoutMs, onProgress }: CallSettings) {
  const running = new Map<string, Promise<Records>>();
  const limitOf = (call: CallName) =>
    2 * (call === 'uploadDocument' ? uploadTimeoutMs : timeoutMs) + (call === 'requestOffers' ? hookTimeoutMs : 0);

  /**
   * Ends a call. The change is tried again if the store fails, because the call itself cannot be repeated. If the store does not work again, the call is unknown
   * after its deadline.
   */
  async function end(
    { applicant }: RequestContext,
    { row, records }: Made,
    state: Parameters<typeof endCall>[2],
    then?: Then,
  ) {
    const { store } = await opening();
    const id = crypto.randomUUID();
    const change: Change<Records> = (records) => {
      const [ended, isThere] = endCall(records, row.id, state);
      if (!isThere) return [records, records];
      const known = state === 'done' && onProgress ? reported(ended, id, row.call) : ended;
      const next = then?.(known, id) ?? known;
      return [next, next];
    };
    const work = () => store.change(applicant, change, row.key === null ? {} : { call: [row.call, row.key] });
    for (const pause of PAUSES_MS) {
      try {
        return await work();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return work().catch((error: unknown) => {
      // A result that is not on record must not be reported as done.
      if (state === 'done') throw error;
      console.error('createHandler({ store }): the end of a call could not be stored:', error);
      return records;
    });
  }

  /** Waits for a call that another process makes. */
  async function wait({ applicant }: RequestContext, { call, key, deadline, begun_at }: CallRow): Promise<Records> {
    const { store } = await opening();
    const last = performance.now() + (deadline - begun_at) / 2;
    for (let pause = FIRST_PAUSE_MS; performance.now() < last; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
      const records = await store.read(applicant, { call: [call, key!] });
      const found = records.calls.find((one) => one.call === call && one.key === key);
      if (found?.state === 'done') return records;
      if (found?.state === 'unknown') throw unknownOutcome(found);
      if (!found || found.deadline <= records.now) break;
    }
    throw inFlight();
  }

  async function make<T, Noted>(
    context: RequestContext,
    options: CallOptions<T, Noted>,
    begun: Made,
    noted: Noted,
  ): Promise<Records> {
    const { deadline, begun_at } = begun.row;
    let result: T;
    try {
      // The process was stopped meanwhile. After the deadline, others take the call for lost, and may repeat it.
      if (performance.now() - begun.since > (deadline - begun_at) / 2)
        throw busy('The call could not be sent in time.');
      result = await options.make(noted);
    } catch (error) {
      const isUnknown = error instanceof LendingError && error.code === 'outcome-unknown';
      const then = isUnknown ? undefined : options.failed?.(error, begun, noted);
      await end(context, begun, isUnknown ? 'unknown' : 'failed', then);
      throw isUnknown ? unknownOutcome(begun.row, error.cause) : error;
    }
    return end(context, begun, 'done', await options.succeeded?.(result, begun, noted));
  }

  /** Makes a call once for each key. Returns the records after it, also to a request that comes during the call or later. */
  return async function callOnce<T, Noted = undefined>(
    context: RequestContext,
    options: CallOptions<T, Noted>,
  ): Promise<Records> {
    const { applicant, requestId } = context;
    const { call, key, before, also } = options;
    const content = options.content === undefined ? null : await fingerprint(options.content);
    const { store } = await opening();
    const id = crypto.randomUUID();
    const wanted: Wanted = {
      call,
      key,
      content,
      request_id: requestId,
      number: applicant.number,
      limit: limitOf(call),
    };
    const since = performance.now();
    const begin = () =>
      store.change(
        applicant,
        (records) => {
          const [next, begun, noted] = beginCall(records, id, wanted, (one) => before?.(one, nthId(id, 16)) ?? [one]);
          return [next, { records: next, begun, noted: noted as Noted }];
        },
        { ...also, ...(key !== null && { call: [call, key] as const }) },
      );
    const { records, begun, noted } = await (before ? withStoreError(begin) : begin());
    if (begun.kind === 'done') return records;
    if (begun.kind === 'waiting') return running.get(begun.row.id) ?? wait(context, begun.row);
    const result = make(context, options, { ...begun, records, since }, noted);
    running.set(id, result);
    const leave = () => running.delete(id);
    result.then(leave, leave);
    return result;
  };
}
