import type { ServerAdapter, UploadOptions } from '../../src/adapter/adapter.js';
import { LendingDocumentsElement } from '../../src/components/documents/lending-documents.js';
import type { SandboxPart } from '../../src/sandbox/index.js';
import { mount, sampleFile, waitUntil, words, type Fault, type Screen } from './component.js';
import { advance, createStack, type StackOptions } from '../../stories/support/stack.js';

export * from './component.js';
export * from '../../stories/support/stack.js';

/** The step for an applicant whose application was created. The faults in `options` start then. */
export async function setup(properties: object = {}, options: StackOptions = {}) {
  let faulty = false;
  const later =
    (fault: Fault = (fetch) => fetch): Fault =>
    (fetch) => {
      const bad = fault(fetch);
      return (input, init) => (faulty ? bad : fetch)(input, init);
    };
  const stack = createStack({ ...options, page: later(options.page), service: later(options.service) });
  await advance(stack, 'createApplication');
  faulty = true;
  const uploads: { file: File; options: UploadOptions }[] = [];
  const adapter: ServerAdapter = {
    ...stack.adapter,
    uploadDocument(document, uploadOptions) {
      uploads.push({ file: document.file as File, options: uploadOptions! });
      return stack.adapter.uploadDocument(document, uploadOptions);
    },
  };
  const screen = await mount(LendingDocumentsElement, { adapter, settings: {}, ...properties });
  const parts = () =>
    stack.sandbox.calls
      .filter(({ name, status }) => name === 'uploadDocument' && status < 300)
      .map(({ body }) => (body as { parts: SandboxPart[] }).parts);
  return {
    screen,
    element: screen.element,
    choose: (...files: File[]) => choose(screen, ...files),
    rows: () => rowsOf(screen),
    list: () => rowsOf(screen).map(words),
    note: () => screen.status(),
    /** The label of the only button that goes on. */
    label: () => screen.texts('form > .actions button').join(' | '),
    uploads,
    /** Reports the progress of an upload, by its index among all uploads. */
    tell: async (index: number, share: number) => {
      uploads[index]!.options.onProgress!(share);
      await screen.updated();
    },
    started: (count: number) => waitUntil(() => uploads.length === count, `${count} uploads have begun`),
    /** What the lender received: the parts of each form, and the size of each file. */
    parts,
    sent: () => parts().map((list) => list.find(({ name }) => name === 'file')?.size),
  };
}

export const rowsOf = (screen: Screen) => screen.all('[part="file"]');

/** Waits until the status reports the added files. */
export async function choose(screen: Screen, ...files: File[]) {
  const input = screen.find<HTMLInputElement>('[type="file"]')!;
  input.files = transferOf(files).files;
  await afterNote(screen, () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

export async function afterNote(screen: Screen, act: () => void) {
  Object.assign(screen.element, { note: '' });
  await screen.updated();
  act();
  await waitUntil(() => screen.status(), 'it says what was added');
  await screen.updated();
}

function transferOf(files: readonly File[]) {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

/** Files of three sizes. */
export const three = () => [
  sampleFile('june.pdf'),
  sampleFile('july.pdf', '%PDF-1.7%%EOF'),
  sampleFile('august.pdf', '%PDF-1%%EOF'),
];

/** A file whose bytes are the codes of these characters. */
export const bytes = (name: string, text: string) =>
  new File([Uint8Array.from(text, (char) => char.charCodeAt(0))], name, { lastModified: 1 });

/** The event that a browser dispatches, with files; some engines do not let a page create such an event. */
export const carrying = (name: string, field: string, files: readonly File[]) =>
  Object.defineProperties(new Event(name, { bubbles: true, composed: true, cancelable: true }), {
    [field]: {
      value: { types: files.length > 0 ? ['Files'] : ['text/plain'], files: transferOf(files).files },
      configurable: true,
    },
  });
