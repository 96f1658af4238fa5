import { at, expect, held, sampleFile, switched, waitUntil, words } from '../../../support/component.js';
import { doneIn, hide, leave, load, reload, sendDocument, timeToWrite } from '../../../support/drafts.js';
import { advance, createStack, type Stack, type StackOptions } from '../../../../stories/support/stack.js';
import { choose, rowsOf } from '../../../support/documents.js';

const NAME = 'Jane Doe statement.pdf';
const TYPES = { settings: { documentTypes: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Accounts' }] } };

async function atDocuments(options: StackOptions = {}) {
  const stack = createStack(options);
  await advance(stack, 'createApplication');
  const page = await load(stack);
  const step = await page.reach('documents');
  return { stack, page, step };
}

async function reloaded(page: Awaited<ReturnType<typeof load>>, stack: Stack) {
  const next = await reload(page, stack);
  const step = await next.reach('documents');
  return { page: next, step, list: () => rowsOf(step).map(words) };
}

describe('the names of files that were chosen', () => {
  it('are shown after a reload, with their kinds, so that the files can be chosen again', async () => {
    const { stack, page, step } = await atDocuments({ handler: TYPES });
    await choose(step, sampleFile(NAME), sampleFile('july.pdf', '%PDF-1%%EOF'));
    step.type({ 'document_type.0': 'accounts' });
    const again = await reloaded(page, stack);
    await waitUntil(() => again.list().length === 2, 'the list is there');
    expect(again.list()[0]).to.include(`Choose “${NAME}” again`);
    await choose(again.step, sampleFile(NAME));
    expect(again.step.typed()['document_type.0']).to.equal('accounts');
  });

  it('are neither in the browser’s history nor in the form state that it restores', async () => {
    const states: unknown[] = [];
    const { setFormValue } = ElementInternals.prototype;
    ElementInternals.prototype.setFormValue = function (...given) {
      states.push(given[1]);
      return setFormValue.apply(this, given);
    };
    try {
      const { page, step } = await atDocuments();
      await choose(step, sampleFile(NAME));
      await leave(page);
    } finally {
      ElementInternals.prototype.setFormValue = setFormValue;
    }
    for (const text of [JSON.stringify(history.state), JSON.stringify(states)])
      expect(text).to.not.include('statement.pdf');
  });

  it('are not shown to another user', async () => {
    let subject = 'jane';
    const { stack, page, step } = await atDocuments({ handler: { authorize: () => ({ subject }) } });
    await choose(step, sampleFile(NAME));
    // Her draft has the name.
    hide();
    await timeToWrite();
    subject = 'tom';
    // His page, and not the one that Jane has opened.
    await stack.adapter.session();
    await advance(stack, 'createApplication');
    const toms = await reloaded(page, stack);
    await timeToWrite();
    expect(toms.list()).to.be.empty;
    expect(toms.page.element.draft.files).to.be.empty;
  });

  it('stay listed and counted if the files were sent; a file that was being sent must be chosen again', async () => {
    const { fault, release } = held();
    const slow = switched(at('/documents', fault));
    const { stack, page, step } = await atDocuments({ page: slow.fault });
    await sendDocument(step);
    await page.reach('prequalification');
    page.back();
    const back = await page.reach('documents');
    await choose(back, sampleFile(NAME));
    slow.isOn = true;
    back.submit();
    await waitUntil(() => back.all('progress').length > 0, 'it is under way');
    await timeToWrite();
    const again = await reloaded(page, stack);
    await waitUntil(() => again.list().length === 2, 'the list is there');
    expect(again.list()[0]).to.equal('statement.pdf 1 kB Sent');
    expect(again.list()[1]).to.include(`Choose “${NAME}” again`);
    release();
    await again.step.press(`Remove ${NAME}`);
    await waitUntil(() => again.list().length === 1, 'it is removed');
    again.step.submit();
    await again.page.reach('prequalification');
    await timeToWrite();
    const last = await reload(again.page, stack);
    await last.reach('prequalification');
    expect(last.element.draft.files!.map(({ state, file }) => [state, file.name])).to.deep.equal([
      ['sent', 'statement.pdf'],
      ['removed', ''],
    ]);
  });

  it('make the end of the journey show the number of sent documents', async () => {
    const { stack, page, step } = await atDocuments();
    await sendDocument(step);
    await page.reach('prequalification');
    await timeToWrite();
    const next = await reload(page, stack);
    await next.fill('prequalification');
    await next.agree();
    await next.reach('widget');
    expect(doneIn(next.screen)).to.include(' · 1 document sent');
  });
});
