import { createAdapter } from '../../../src/adapter/adapter.js';
import { expect, sampleFile, type LendingError } from '../../support/component.js';
import { setup, three, type StackOptions } from '../../support/documents.js';
import { answering, answeringJson, once, silent, unreachable, type Fault } from '../../../stories/support/faults.js';

/** Fails once, in the call to the service with a file of this size: parallel uploads arrive in any order. */
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

async function sendFails(options: StackOptions) {
  const made = await setup({}, options);
  await made.choose(sampleFile('june.pdf'));
  return { ...made, error: await made.screen.submitFails('summary') };
}

describe('<lending-documents> and a file that does not get through', () => {
  for (const [what, fault, why] of [
    ['the service fails', failing, 'was not sent. The lending service is not responding. Try again in a few minutes'],
    [
      'the line to the service breaks',
      unreachable,
      'may not have been sent. The lending service is not responding. Try again in a few minutes',
    ],
  ] as const) {
    it(`keeps the files that were sent, and names the others, if ${what}`, async () => {
      const { element, screen, choose, list, sent } = await setup({}, { service: onceForSize(13, fault) });
      await choose(...three());
      await screen.submitFails('summary');
      expect(screen.summary()).to.deep.equal([{ text: `“july.pdf” ${why}`, target: 'file.1' }]);
      expect(list()).to.deep.equal([
        'june.pdf 1 kB Sent',
        `july.pdf 1 kB Remove Error: “july.pdf” ${why}`,
        'august.pdf 1 kB Sent',
      ]);
      await expect(element).to.be.accessible();
      await screen.finish();
      expect(sent()).to.have.members([13, 15, 11]);
    });
  }

  it('shows that the partner’s server cannot be reached, or takes too long', async () => {
    for (const [fault, why] of [
      [unreachable, 'This site is not responding'],
      [silent, 'This took too long. Check your connection'],
    ] as const) {
      const { element, screen, choose } = await setup();
      element.adapter = createAdapter({ fetch: fault(fetch), uploadTimeoutMs: 1 });
      await choose(sampleFile('june.pdf'));
      await screen.submitFails('summary');
      expect(screen.summary()[0]!.text).to.include(`“june.pdf” may not have been sent. ${why}`);
    }
  });

  it('names a file that the backend rejects', async () => {
    const issues = [{ path: 'file', reason: 'file-type' }];
    const body = { code: 'handler-invalid', message: 'Rejected.', remedy: 'Send another.', issues };
    const page = once(answeringJson(body, { status: 422, headers: { 'x-lending-elements': '1' } }));
    const { list, error } = await sendFails({ page });
    expect([error.message, error.remedy]).to.deep.equal(['At least one document was not sent.', 'Send another.']);
    expect(list()).to.deep.equal(['june.pdf 1 kB Remove Error: “june.pdf” must be a PDF, JPG or PNG']);
  });

  const rejecting = (status: number, body: object = {}) => once(answeringJson(body, { status }));

  for (const [what, fault] of [
    ['is too large for it', rejecting(413)],
    ['is of no type that it takes', rejecting(415)],
    ['is not taken, as it says of the file', rejecting(422, { errors: { file: ['is not readable'] } })],
  ] as const) {
    it(`shows that the lender did not accept a file that ${what}`, async () => {
      const { element, list } = await sendFails({ service: fault });
      expect(list()).to.deep.equal([
        'june.pdf 1 kB Remove Error: The lender did not accept “june.pdf”. Remove it and choose another file',
      ]);
      await expect(element).to.be.accessible();
    });
  }

  for (const [what, fault, why] of [
    [
      'its kind, which nobody was asked',
      rejecting(422, { errors: { type: ['unknown'] } }),
      'There is a problem with this site',
    ],
    ['the key', rejecting(401), 'There is a problem with the connection between this site and the lending service'],
  ] as const) {
    it(`says that it is not the applicant’s fault if the service rejects ${what}, with a reference number`, async () => {
      const { screen, list, error } = await sendFails({ service: fault });
      const { requestId } = error.cause as LendingError;
      expect(list()).to.deep.equal([
        `june.pdf 1 kB Remove Error: “june.pdf” was not sent. ${why}. Nothing is wrong with your answers. ` +
          `Your reference number is ${requestId!.slice(0, 8)}`,
      ]);
      await screen.finish();
    });
  }

  it('asks the applicant to wait as long as the lender requires', async () => {
    const busy = once(answering(null, { status: 503, headers: { 'retry-after': '120' } }));
    const { list } = await sendFails({ service: busy });
    expect(list()[0]).to.include(
      'was not sent. The lending service is not available at the moment. Wait 2 minutes and try again',
    );
  });
});
