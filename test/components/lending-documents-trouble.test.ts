import { expect } from '@open-wc/testing';
import { createAdapter } from '../../src/adapter.js';
import { sampleFile } from '../fixtures/wire.js';
import { answering, once, silent, times, unreachable, type Fault } from '../support/faults.js';
import { eventAfter, find, finish, focused, heard, submit, summary } from '../support/form.js';
import { setup, rows, toSummary, three } from '../support/documents.js';
import { waitUntil } from '../support/wait.js';

/** Misbehaves once, in the call to the service that has a file of this size: files sent side by side come in any order. */
const onceForSize = (size: number, fault: Fault): Fault => {
  let over = false;
  return (fetch) => (input, init) => {
    const file = init?.body instanceof FormData ? (init.body.get('file') as File) : undefined;
    if (over || file?.size !== size) return fetch(input, init);
    over = true;
    return fault(fetch)(input, init);
  };
};

const failing = answering('', { status: 500 });

describe('<lending-documents> and a file that does not get through', () => {
  for (const [what, fault, why] of [
    ['the service fails', failing, 'The lending service is not responding. Try again in a few minutes'],
    ['the service is out of reach', unreachable, 'The lending service is not responding. Try again in a few minutes'],
  ] as const) {
    it(`keeps what was sent, and says what was not, when ${what}`, async () => {
      const { element, choose, list, sent } = await setup({ service: onceForSize(13, fault) });
      await choose(...three());
      await eventAfter(element, 'lending-error', () => submit(element));
      await toSummary();
      expect(summary(element)).to.deep.equal([{ text: `“july.pdf” was not sent. ${why}`, target: 'file.1' }]);
      expect(list()).to.deep.equal([
        'june.pdf 1 kB Sent',
        `july.pdf 1 kB Try again Remove Error: “july.pdf” was not sent. ${why}`,
        'august.pdf 1 kB Sent',
      ]);
      await expect(element).to.be.accessible();
      await finish(element);
      expect(sent()).to.have.members([13, 15, 11]);
    });
  }

  it('says so when this page’s own server is out of reach, or late', async () => {
    for (const [fault, why] of [
      [unreachable, 'This site is not responding'],
      [silent, 'This took too long. Check your connection'],
    ] as const) {
      const { element, choose } = await setup();
      element.adapter = createAdapter({ fetch: fault(fetch), uploadTimeout: 1 });
      await choose(sampleFile('june.pdf'));
      await eventAfter(element, 'lending-error', () => submit(element));
      await toSummary();
      expect(summary(element)[0]!.text).to.include(`“june.pdf” was not sent. ${why}`);
    }
  });

  it('tries one again without the others', async () => {
    const { element, choose, list, note, press, sent } = await setup({ service: times(2, failing) });
    const submitted = heard(element, 'lending-submitted');
    await choose(sampleFile('june.pdf'), sampleFile('july.pdf', '%PDF-1.7%%EOF'));
    await eventAfter(element, 'lending-error', () => submit(element));
    await toSummary();
    await press('Try again july.pdf');
    await waitUntil(() => list()[1] === 'july.pdf 1 kB Sent', 'it is sent');
    await element.updateComplete;
    expect(note()).to.equal('“july.pdf” was sent.');
    expect(list()[0]).to.include('“june.pdf” was not sent');
    expect(find(element, '#summary'), 'what was said before is gone').to.be.null;
    expect(sent()).to.deep.equal([13]);
    expect(submitted).to.be.empty;
    await finish(element);
    expect(sent()).to.deep.equal([13, 15]);
  });

  it('says so when the other try fails too', async () => {
    const { element, choose, list, note, press } = await setup({ service: failing });
    await choose(sampleFile('june.pdf'));
    await eventAfter(element, 'lending-error', () => submit(element));
    await toSummary();
    find(element, '[aria-label="Try again june.pdf"]')!.focus();
    await eventAfter(element, 'lending-error', () => void press('Try again june.pdf'));
    await waitUntil(() => note() === '“june.pdf” was not sent.', 'it is said');
    expect(list()[0]).to.include('Try again');
    expect(rows(element)).to.include(focused());
  });

  it('names a file that the backend refuses, and offers no other try of it', async () => {
    const refusal = JSON.stringify({
      code: 'handler-invalid',
      message: 'Refused.',
      issues: [{ path: 'file', reason: 'file-type' }],
    });
    const page = once(answering(refusal, { status: 422, headers: { 'x-lending-elements': '1' } }));
    const { element, choose, list } = await setup({ page });
    await choose(sampleFile('june.pdf'));
    await eventAfter(element, 'lending-error', () => submit(element));
    await toSummary();
    expect(list()).to.deep.equal(['june.pdf 1 kB Remove Error: “june.pdf” must be a PDF, JPG or PNG']);
  });
});
