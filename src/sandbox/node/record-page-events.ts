import { EVENT_NAMES } from '../testing/event-names.js';
import { createRecorder, type EventRecorder, type RecordedEvent } from '../testing/event-recorder.js';

/** The part of a page of Playwright or Puppeteer that the recorder needs. */
export interface TestedPage {
  exposeFunction(name: string, callback: (event: RecordedEvent) => void): Promise<unknown>;
  /** Playwright has it. */
  addInitScript?(script: { content: string }): Promise<unknown>;
  /** Puppeteer has it. */
  evaluateOnNewDocument?(script: string): Promise<unknown>;
}

/** The function of the page that passes events to the test. */
const BINDING = 'lendingEventRecorder';

// A text, because a test runner may rewrite a function before the page gets it.
const SCRIPT = `for (const name of ${JSON.stringify(EVENT_NAMES)})
  window.addEventListener(name, ({ type, step, error }) => window.${BINDING}({ type, step, code: error?.code }), true);`;

/**
 * Records the events of the elements in a page of Playwright or Puppeteer. Call it before the page is opened. It goes on after a
 * reload.
 */
export async function recordPageEvents(page: TestedPage): Promise<EventRecorder> {
  const { recorder, add } = createRecorder();
  await page.exposeFunction(BINDING, add);
  if (page.addInitScript) await page.addInitScript({ content: SCRIPT });
  else await page.evaluateOnNewDocument?.(SCRIPT);
  return recorder;
}
