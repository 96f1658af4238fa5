import { expect } from '@open-wc/testing';
import { createAdapter } from '../../src/adapter.js';
import type { LendingError } from '../../src/errors.js';
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
    ['the service fails', failing, 'was not sent. The lending service is not responding. Try again in a few minutes'],
    [
      'the line to the service breaks',
      unreachable,
      'may not have been sent. The lending service is not responding. Try again in a few minutes',
    ],
  ] as const) {
    it(`keeps what was sent, and says what was not, when ${what}`, async () => {
      const { element, choose, list, sent } = await setup({ service: onceForSize(13, fault) });
      await choose(...three());
      await eventAfter(element, 'lending-error', () => submit(element));
      await toSummary();
      expect(summary(element)).to.deep.equal([{ text: `“july.pdf” ${why}`, target: 'file.1' }]);
      expect(list()).to.deep.equal([
        'june.pdf 1 kB Sent',
        `july.pdf 1 kB Try again Remove Error: “july.pdf” ${why}`,
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
      expect(summary(element)[0]!.text).to.include(`“june.pdf” may not have been sent. ${why}`);
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

  /** The lender answers to the first document with this. */
  const refusing = (status: number, body: object = {}) => once(answering(JSON.stringify(body), { status }));

  for (const [what, fault] of [
    ['is too large for it', refusing(413)],
    ['is of no type that it takes', refusing(415)],
    ['is not taken, as it says of the file', refusing(422, { errors: { file: ['is not readable'] } })],
  ] as const) {
    it(`says that the lender did not accept a file that ${what}, and offers no other try of it`, async () => {
      const { element, choose, list } = await setup({ service: fault });
      await choose(sampleFile('june.pdf'));
      await eventAfter(element, 'lending-error', () => submit(element));
      await toSummary();
      expect(list()).to.deep.equal([
        'june.pdf 1 kB Remove Error: The lender did not accept “june.pdf”. Remove it and choose another file',
      ]);
      await expect(element).to.be.accessible();
    });
  }

  for (const [what, fault, why] of [
    [
      'its kind, which nobody was asked',
      refusing(422, { errors: { type: ['unknown'] } }),
      'There is a problem with this site',
    ],
    ['the key', refusing(401), 'There is a problem with the connection between this site and the lending service'],
  ] as const) {
    it(`takes the blame where the lender refuses ${what}, with a reference number`, async () => {
      const { element, choose, list } = await setup({ service: fault });
      await choose(sampleFile('june.pdf'));
      const { error } = await eventAfter(element, 'lending-error', () => submit(element));
      await toSummary();
      const { request_id } = error.cause as LendingError;
      expect(list()).to.deep.equal([
        `june.pdf 1 kB Try again Remove Error: “june.pdf” was not sent. ${why}. Nothing is wrong with your answers. ` +
          `Your reference number is ${request_id!.slice(0, 8)}`,
      ]);
      await finish(element);
    });
  }

  it('asks to wait as long as the lender says', async () => {
    const busy = once(answering(null, { status: 503, headers: { 'retry-after': '120' } }));
    const { element, choose, list } = await setup({ service: busy });
    await choose(sampleFile('june.pdf'));
    await eventAfter(element, 'lending-error', () => submit(element));
    await toSummary();
    expect(list()[0]).to.include(
      'was not sent. The lending service is not available at the moment. Wait 2 minutes and try again',
    );
  });

  it('does not say that a file was not sent of which only the answer was lost', async () => {
    const { element, choose, note, press } = await setup({ service: times(2, unreachable) });
    await choose(sampleFile('june.pdf'));
    await eventAfter(element, 'lending-error', () => submit(element));
    await toSummary();
    await eventAfter(element, 'lending-error', () => void press('Try again june.pdf'));
    await waitUntil(() => note()?.startsWith('“june.pdf” may not have been sent.'), 'it is said');
    await finish(element);
  });
});
