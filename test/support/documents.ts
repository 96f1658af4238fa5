import { fixture, html } from '@open-wc/testing';
import { type ServerAdapter, type UploadOptions } from '../../src/adapter.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { LendingDocumentsElement } from '../../src/components/lending-documents.js';
import type { SandboxPart } from '../../src/sandbox/index.js';
import { sampleFile } from '../fixtures/wire.js';
import { type Fault } from './faults.js';
import { all, find, focused, words } from './form.js';
import { advance, createStack, type StackOptions } from './stack.js';
import { waitUntil } from './wait.js';

LendingDocumentsElement.define();

export type Setup = Awaited<ReturnType<typeof setup>>;

export async function setup(options: StackOptions = {}, settings = {}, properties = {}) {
  let faulty = false;
  // The application is there before anything fails.
  const later =
    (fault: Fault = (fetch) => fetch): Fault =>
    (fetch) => {
      const bad = fault(fetch);
      return (input, init) => (faulty ? bad : fetch)(input, init);
    };
  const stack = createStack({ ...options, page: later(options.page), service: later(options.service) });
  await advance(stack, 'createApplication');
  faulty = true;
  const hear: NonNullable<UploadOptions['onProgress']>[] = [];
  const adapter: ServerAdapter = {
    ...stack.adapter,
    uploadDocument(document, uploadOptions) {
      hear.push(uploadOptions!.onProgress!);
      return stack.adapter.uploadDocument(document, uploadOptions);
    },
  };
  const made = new LendingDocumentsElement();
  Object.assign(made, { adapter, settings: { ...defaultSettings, ...settings }, ...properties });
  const element = await fixture<LendingDocumentsElement>(html`${made}`);
  const parts = () =>
    stack.sandbox.calls
      .filter(({ name, status }) => name === 'uploadDocument' && status < 300)
      .map(({ body }) => (body as { parts: SandboxPart[] }).parts);
  return {
    element,
    adapter,
    choose: (...files: File[]) => choose(element, ...files),
    list: () => rows(element).map(words),
    note: () => words(find(element, '[role="status"]')),
    press: (name: string) => press(element, name),
    /** Says how much of an upload was sent, by its place among all that began. */
    tell: async (index: number, share: number) => {
      hear[index]!(share);
      await element.updateComplete;
    },
    started: (count: number) => waitUntil(() => hear.length === count, `${count} uploads have begun`),
    parts,
    sent: () => parts().map((list) => list.find(({ name }) => name === 'file')?.size),
  };
}

export const rows = (element: Element) => all(element, '[part="file"]');
export const skip = (element: Element) => find<HTMLButtonElement>(element, '.actions [part="submit"] + button');

export async function press(element: LendingDocumentsElement, name: string) {
  find(element, `[aria-label="${name}"]`)!.click();
  await element.updateComplete;
}

/** Waits until something has been said about what was added. */
export async function choose(element: LendingDocumentsElement, ...files: File[]) {
  const input = find<HTMLInputElement>(element, '[type="file"]')!;
  input.files = transferOf(files).files;
  await afterNote(element, () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

export async function afterNote(element: LendingDocumentsElement, act: () => void) {
  const status = find(element, '[role="status"]')!;
  Object.assign(element, { note: '' });
  await element.updateComplete;
  act();
  await waitUntil(() => status.textContent, 'it says what was added');
  await element.updateComplete;
}

function transferOf(files: readonly File[]) {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

export const toSummary = () => waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');

/** Files of three sizes. */
export const three = () => [
  sampleFile('june.pdf'),
  sampleFile('july.pdf', '%PDF-1.7%%EOF'),
  sampleFile('august.pdf', '%PDF-1%%EOF'),
];

/** What a browser dispatches, with files; not every engine lets a page make such an event. */
export const carrying = (name: string, field: string, files: readonly File[]) =>
  Object.defineProperties(new Event(name, { bubbles: true, composed: true, cancelable: true }), {
    [field]: {
      value: { types: files.length > 0 ? ['Files'] : ['text/plain'], files: transferOf(files).files },
      configurable: true,
    },
  });
