import assert from 'node:assert/strict';
import type { SavedJourney } from '../../../src/schema/draft.js';
import { memoryDrafts, type DraftStore, type HandlerOptions } from '../../../src/server/index.js';
import { read, setup, type Browser } from '../setup.js';

export const typed = (registered_name = 'Acme LTD'): SavedJourney => ({
  step: 'applicant',
  inputs: { company: { registered_name, 'formation_date.day': '10' }, applicant: { first_name: 'Jane' } },
  answers: { company: { registered_name, address: { line_1: 'Sample Street' } } },
});

let count = 0;
export const revision = () => `revision-${++count}`;

/** A page that saves drafts as the journey does: it knows what it has saved or taken up, and whose it is. */
export async function draftPage(page: Browser) {
  const { draftOwner } = await read(await page.get('session'));
  let after: string[] = [];
  const body = (draft: unknown, name = revision()) => ({ owner: draftOwner!, revision: name, after, draft });
  return {
    owner: draftOwner!,
    body,
    send: async (content: unknown) => read(await page.post('draft', content)),
    async save(draft: unknown = typed()) {
      const content = body(draft);
      const answer = await read(await page.post('draft', content));
      if (answer.status === 200) after = [...after, content.revision];
      return answer;
    },
    async load() {
      const answer = await read(await page.get('draft'));
      if (answer.saved) after = [answer.saved.revision];
      return answer;
    },
    delete: async () => read(await page.post('draft', { owner: draftOwner, delete: true })),
  };
}

export function watchedStore() {
  const rows = new Map<string, string>();
  const seconds: number[] = [];
  const store: DraftStore = {
    get: (key) => rows.get(key),
    set: (key, value, time) => {
      seconds.push(time);
      rows.set(key, value);
    },
    delete: (key) => void rows.delete(key),
  };
  return { rows, seconds, store };
}

/** The handler with a place for drafts, and a page of Jane's that has saved one. */
export async function saved(options: Parameters<typeof setup>[0] = {}) {
  const kept = watchedStore();
  const made = setup({ drafts: { store: kept.store }, ...options });
  const browser = made.browser();
  const page = await draftPage(browser);
  assert.equal((await page.save()).status, 200);
  assert.equal(kept.rows.size, 1);
  return { ...made, ...kept, page, jane: browser };
}

export const withDrafts = (options: Partial<HandlerOptions> = {}) =>
  setup({ drafts: { store: memoryDrafts() }, ...options });
