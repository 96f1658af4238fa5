import assert from 'node:assert/strict';
import type { SavedJourney } from '../../../src/schema/calls/draft.js';
import type { RowOf, Store } from '../../../src/server/records/records.js';
import { read, setup, type Browser } from '../setup.js';
import { rowsOf, type TestStore } from '../stores.js';

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

/** The drafts of a store. */
export async function draftsIn(database: TestStore): Promise<RowOf<'drafts'>[]> {
  const [store, drafts] = [await rowsOf(database), []] as [Store, RowOf<'drafts'>[]];
  for await (const owner of store.owners()) drafts.push(...(await store.read(owner, { all: ['drafts'] })).drafts);
  return drafts;
}

/** The handler with a store, and a page of Jane's that has saved a draft there. */
export async function saved(options: Parameters<typeof setup>[0] = {}) {
  const made = setup(options);
  const store = (options.store ?? made.store) as TestStore;
  const jane = made.browser();
  const page = await draftPage(jane);
  assert.equal((await page.save()).status, 200);
  const drafts = () => draftsIn(store);
  assert.equal((await drafts()).length, 1);
  return { ...made, drafts, page, jane };
}
