import { withTimeLimit } from '../../time-limit.js';

/** An event of the elements. It contains nothing that the applicant typed. */
export interface RecordedEvent {
  /** The name of the event, such as `lending-submitted`. */
  readonly type: string;
  /** The step that the event is about, if any: `company`, `applicant`, `review` and so on. */
  readonly step?: string | undefined;
  /** The code of the error, if the event is `lending-error`. */
  readonly code?: string | undefined;
}

/** The events of the elements, for a test. A test that waits for an event needs no polling and no fixed wait. */
export interface EventRecorder {
  /** The events so far, in their order. */
  readonly events: readonly RecordedEvent[];
  /**
   * Resolves with the next event of this type. The first call also returns an event that has happened already; each further call returns
   * a later one. It rejects if no event happens within `timeoutMs` milliseconds. Default: 10 seconds.
   */
  next(type: string, options?: { step?: string | undefined; timeoutMs?: number | undefined }): Promise<RecordedEvent>;
}

/** Creates a recorder, and the function that adds events to it. */
export function createRecorder(): { recorder: EventRecorder; add: (event: RecordedEvent) => void } {
  const events: RecordedEvent[] = [];
  const waiting = new Set<() => void>();
  const used = new Map<string, number>();

  function add(event: RecordedEvent): void {
    events.push(event);
    for (const look of waiting) look();
  }

  function next(type: string, { step, timeoutMs = 10_000 }: { step?: string; timeoutMs?: number } = {}) {
    const key = JSON.stringify([type, step]);
    const fits = (event: RecordedEvent) => event.type === type && (step === undefined || event.step === step);
    const number = (used.get(key) ?? 0) + 1;
    used.set(key, number);
    const found = new Promise<RecordedEvent>((resolve) => {
      const look = () => {
        const one = events.filter(fits)[number - 1];
        if (one && waiting.delete(look)) resolve(one);
      };
      waiting.add(look);
      look();
    });
    const late = () => {
      const seen = events.map((event) => event.type).join(', ') || 'none';
      const wanted = `${type}${step ? ` of the step ${step}` : ''}`;
      throw new Error(`No ${wanted} came within ${timeoutMs} ms. Events so far: ${seen}.`);
    };
    return withTimeLimit<RecordedEvent, never>(found, { limit: timeoutMs, late });
  }

  return { recorder: { events, next }, add };
}

/** The names of the events of all elements. */
export const EVENT_NAMES = [
  'lending-before-submit',
  'lending-submitted',
  'lending-continued',
  'lending-edit',
  'lending-corrected',
  'lending-declined',
  'lending-withdrawn',
  'lending-step-changed',
  'lending-screen-changed',
  'lending-loading',
  'lending-token-request',
  'lending-ready',
  'lending-problems',
  'lending-error',
] as const;

/** A recorder of the events in this page. */
export interface PageEventRecorder extends EventRecorder {
  /** Ends the recording. */
  stop(): void;
}

/** Records the events of the elements in this page. Default target: the document. */
export function recordEvents(target: EventTarget = document): PageEventRecorder {
  const { recorder, add } = createRecorder();
  const listen = (event: Event) => {
    const { type, step, error } = event as Event & { step?: string; error?: { code?: string } };
    add({ type, step, code: error?.code } satisfies RecordedEvent);
  };
  for (const name of EVENT_NAMES) target.addEventListener(name, listen, true);
  const stop = () => {
    for (const name of EVENT_NAMES) target.removeEventListener(name, listen, true);
  };
  return { ...recorder, stop };
}
