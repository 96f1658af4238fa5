import { EVENT_NAMES } from './event-names.js';
import { createRecorder, type EventRecorder, type RecordedEvent } from './event-recorder.js';

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
