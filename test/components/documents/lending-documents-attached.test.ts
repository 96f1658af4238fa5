import { answering, type Fault } from '../../../stories/support/faults.js';
import { sampleFile } from '../../../stories/support/samples.mjs';
import { createStack } from '../../../stories/support/stack.js';
import { expect, waitUntil, words } from '../../support/component.js';
import { rowsOf, setup as mountStep } from '../../support/documents.js';
import { reload } from '../../support/drafts.js';
import { doneIn, load } from '../../support/journey.js';

const SENTENCE = 'Attach the statements that Sample Books has: January, February and March 2026 (3 files)';
/** Three statements of the platform. Each has another size. */
const documents = () =>
  ['January', 'February', 'March 2026'].map((label, index) => {
    const bytes = new Blob(['%PDF-1.7\n', '.'.repeat(index), '%%EOF']);
    const read = () => bytes;
    return { id: `${index}`, name: `${label}.pdf`, label, type: 'bank-statement', sizeBytes: bytes.size, read };
  });
const handler = { documents, settings: { partner: { name: 'Sample Books' } } };

/** The service fails for the second statement, until it is repaired. */
function broken() {
  let isRepaired = false;
  const fault: Fault = (fetch) => (input, init) => {
    const file = init?.body instanceof FormData ? (init.body.get('file') as File) : undefined;
    return !isRepaired && file?.size === 15 ? answering('', { status: 503 })(fetch)(input, init) : fetch(input, init);
  };
  return { fault, repair: () => (isRepaired = true) };
}

/** The step, whose settings and documents come from its backend. */
async function setup(service: Fault = (fetch) => fetch) {
  const made = await mountStep({ settings: undefined }, { handler, service });
  await waitUntil(() => made.screen.field('attach'), 'the documents are offered');
  return { ...made, box: () => made.screen.field('attach') };
}

describe('<lending-documents> and the documents of the partner’s platform', () => {
  it('offers them with one checkbox that is not ticked, and sends none without the tick', async () => {
    const { element, screen, box, label, choose, sent } = await setup();
    expect(words(box().closest('label'))).to.equal(SENTENCE);
    expect(box().checked).to.be.false;
    await expect(element).to.be.accessible();
    expect(label()).to.equal('Skip for now');
    await choose(sampleFile('june.pdf', '%PDF-1%%EOF'));
    await screen.finish();
    expect(sent()).to.deep.equal([11]);
  });

  it('sends each after the tick, together with chosen files, and lists each', async () => {
    const { element, screen, box, label, choose, list, sent, uploads } = await setup();
    box().click();
    await screen.updated();
    expect(label()).to.equal('Send 3 files and continue');
    await choose(sampleFile('june.pdf', '%PDF-1%%EOF'));
    expect(label()).to.equal('Send 4 files and continue');
    await screen.finish();
    await screen.updated();
    expect(list()).to.deep.equal(['june', 'January', 'February', 'March 2026'].map((name) => `${name}.pdf 1 kB Sent`));
    expect(sent()).to.have.members([11, 14, 15, 16]);
    expect(uploads, 'the page has no bytes of them').to.have.length(1);
    expect(box()).to.be.null;
    await expect(element).to.be.accessible();
    await screen.finish();
    expect(sent()).to.have.length(4);
  });

  it('names the one that failed, and sends only this one again', async () => {
    const { fault, repair } = broken();
    const { element, screen, box, label, list, sent } = await setup(fault);
    box().click();
    await screen.updated();
    await screen.submitFails('summary');
    expect(screen.summary().map(({ text }) => text)).to.deep.equal([
      '“February.pdf” was not sent. The lending service is not available at the moment. Wait a few minutes and try again',
    ]);
    expect([list()[1]!.includes('kB Remove Error'), label()]).to.deep.equal([true, 'Send 1 file and continue']);
    await expect(element).to.be.accessible();
    repair();
    await screen.finish();
    expect(sent()).to.have.members([14, 16, 15]);
  });

  it('offers none with an adapter that cannot attach them', async () => {
    const { element, screen, choose } = await setup();
    const { attachDocument: _, ...adapter } = element.adapter!;
    element.adapter = adapter;
    await choose(sampleFile());
    expect(screen.field('attach')).to.be.null;
  });

  it('sends none twice after a reload, and counts them at the end', async () => {
    const stack = createStack({ handler });
    const steps = 'company applicant review documents';
    const first = await load(stack, { steps });
    const step = await first.fillTo('documents');
    await waitUntil(() => step.field('attach'), 'they are offered');
    step.field('attach').click();
    await step.updated();
    await step.finish();
    await waitUntil(() => doneIn(first.screen), 'the draft is at the end');
    const second = await reload(first, stack, { steps, step: 'end' });
    await waitUntil(() => doneIn(second.screen), 'the end is shown');
    expect(doneIn(second.screen)).to.equal('3 documents sent');
    second.element.step = 'documents';
    const again = await second.reach('documents');
    await waitUntil(() => rowsOf(again).length === 3, 'they are listed');
    expect(again.field('attach')).to.be.null;
  });
});
