import { createStack, type Fetch, type StackOptions } from '../test/support/stack.js';
import { sampleApplication, samplePrequalification } from '../test/schema/samples.js';

export const { company, applicant } = sampleApplication();
export const figures = samplePrequalification();

/** Page, partner backend and lender in this page. */
export const adapterOf = (options?: StackOptions) => createStack(options).adapter;

/** The same for an applicant whose application exists already. */
export function startedAdapter(options?: StackOptions) {
  const { adapter } = createStack(options);
  const created = adapter.createApplication({ ...sampleApplication() });
  const after =
    <T extends unknown[], R>(call: (...values: T) => Promise<R>) =>
    async (...values: T) => {
      await created;
      return call(...values);
    };
  return {
    ...adapter,
    uploadDocument: after(adapter.uploadDocument),
    prequalify: after(adapter.prequalify),
    requestOffers: after(adapter.requestOffers),
    authenticate: after(adapter.authenticate),
  };
}

/** A lender that never answers. */
export const silent = (): Fetch => () => new Promise(() => undefined);

/** A lender that is out of order. */
export const broken = (): Fetch => async () => new Response('out of order', { status: 500 });

/** Presses the first button of a step, as a story's last act. */
export async function submit({ canvasElement }: { canvasElement: HTMLElement }) {
  const step = [...canvasElement.querySelectorAll<HTMLElement>('*')].find(({ shadowRoot }) => shadowRoot);
  await (step as HTMLElement & { updateComplete: Promise<boolean> }).updateComplete;
  step!.shadowRoot!.querySelector<HTMLButtonElement>('button[part="submit"]')!.click();
}
