import { expect } from '@open-wc/testing';
import type { LendingDocumentsElement } from '../../src/components/lending-documents.js';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedFigures } from '../fixtures/samples.mjs';
import { sampleFile } from '../fixtures/wire.js';
import { choose, rows } from '../support/documents.js';
import { held } from '../support/faults.js';
import { all, control, find, submit, typedIn, words } from '../support/form.js';
import { doneIn, sendDocument } from '../support/journey.js';
import { kept, load, reload, timeToWrite, written, type Kept } from '../support/kept-draft.js';
import { advance, createStack, type Stack, type StackOptions } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

LendingOnboardingElement.define();

const NAME = 'Jane Doe statement.pdf';
const TYPES = { settings: { document_types: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Accounts' }] } };

/** A journey whose application exists, at the documents. */
async function atDocuments(options: StackOptions = {}) {
  const stack = createStack(options);
  await advance(stack, 'createApplication');
  const page = await load(stack);
  const step = (await page.reach('documents')) as HTMLElement as LendingDocumentsElement;
  await waitUntil(kept, 'it keeps');
  return { stack, page, step };
}

async function reloaded(page: Awaited<ReturnType<typeof load>>, stack: Stack) {
  const next = await reload(page, stack);
  const step = (await next.reach('documents')) as HTMLElement as LendingDocumentsElement;
  return { page: next, step, list: () => rows(step).map(words) };
}

describe('the names of files that were chosen', () => {
  afterEach(() => history.replaceState(null, ''));

  it('are there after a reload: to be chosen again, with the kind that was chosen', async () => {
    const { stack, page, step } = await atDocuments({ handler: TYPES });
    await choose(step, sampleFile(NAME), sampleFile('july.pdf', '%PDF-1%%EOF'));
    const select = find<HTMLSelectElement>(step, 'select')!;
    select.value = 'accounts';
    select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await written();
    const again = await reloaded(page, stack);
    await waitUntil(() => again.list().length === 2, 'the list is there');
    expect(again.list()[0]).to.include(`Choose “${NAME}” again`);
    await choose(again.step, sampleFile(NAME));
    expect(typedIn(again.step)['document_type.0']).to.equal('accounts');
  });

  it('are sealed, and neither in the history nor in what a browser keeps of forms in the clear', async () => {
    const states: unknown[] = [];
    const { setFormValue } = ElementInternals.prototype;
    ElementInternals.prototype.setFormValue = function (...given) {
      states.push(given[1]);
      return setFormValue.apply(this, given);
    };
    try {
      const { step } = await atDocuments();
      await choose(step, sampleFile(NAME));
      await written();
    } finally {
      ElementInternals.prototype.setFormValue = setFormValue;
    }
    const { lendingDraft, ...rest } = history.state as { lendingDraft: Kept };
    const bytes = await new Blob([new Uint8Array(lendingDraft.iv), lendingDraft.data]).text();
    expect(states).to.not.be.empty;
    for (const text of [JSON.stringify(rest), bytes, JSON.stringify(states)])
      expect(text).to.not.include('statement.pdf');
  });

  it('are nothing to another user', async () => {
    let subject = 'jane';
    const { stack, page, step } = await atDocuments({ handler: { authorize: () => ({ subject }) } });
    await choose(step, sampleFile(NAME));
    await written();
    subject = 'tom';
    await advance(stack, 'createApplication');
    const toms = await reloaded(page, stack);
    await timeToWrite();
    expect(toms.list()).to.be.empty;
    expect(toms.page.element.draft.files).to.be.empty;
  });

  it('of what was sent stay listed as sent, and are counted; of what was under way it is to be chosen again', async () => {
    const { fault, release } = held();
    let isHeld = false;
    const { stack, page, step } = await atDocuments({
      page: (real) => (input, init) =>
        (isHeld && String(input).endsWith('/documents') ? fault(real) : real)(input, init),
    });
    await sendDocument(step);
    await page.reach('prequalification');
    find(page.element, '[part="back"]')!.click();
    const back = (await page.reach('documents')) as HTMLElement as LendingDocumentsElement;
    await choose(back, sampleFile(NAME));
    isHeld = true;
    submit(back);
    await waitUntil(() => all(back, 'progress').length > 0, 'it is under way');
    await timeToWrite();
    const next = await reload(page, stack);
    const list = (await next.reach('documents')) as HTMLElement as LendingDocumentsElement;
    await waitUntil(() => rows(list).length === 2, 'the list is there');
    expect(rows(list).map(words)[0]).to.equal('statement.pdf 1 kB Sent');
    expect(rows(list).map(words)[1]).to.include(`Choose “${NAME}” again`);
    release();
    find(list, `[aria-label="Remove ${NAME}"]`)!.click();
    await waitUntil(() => rows(list).length === 1, 'it is removed');
    submit(list);
    await next.reach('prequalification');
    await timeToWrite();
    const last = await reload(next, stack);
    await last.reach('prequalification');
    expect(last.element.draft.files!.map(({ state, file }) => [state, file.name])).to.deep.equal([
      ['sent', 'statement.pdf'],
      ['removed', ''],
    ]);
  });

  it('let the end say how many were sent', async () => {
    const { stack, page, step } = await atDocuments();
    await sendDocument(step);
    await page.reach('prequalification');
    await timeToWrite();
    const next = await reload(page, stack);
    await next.fill('prequalification', typedFigures());
    control(await next.reach('consent'), 'agree').click();
    submit(next.step());
    await next.reach('widget');
    expect(doneIn(next.element)).to.include(' · 1 document sent');
  });
});
