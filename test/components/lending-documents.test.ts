import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { LendingDocumentsElement } from '../../src/components/lending-documents.js';
import type { SandboxPart } from '../../src/sandbox/index.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { sampleFile } from '../fixtures/wire.js';
import { answering, held, type Fault } from '../support/faults.js';
import {
  all,
  control,
  errorOf,
  eventAfter,
  find,
  finish,
  focused,
  heard,
  part,
  submit,
  summary,
  type,
  words,
} from '../support/form.js';
import { advance, createStack, type StackOptions } from '../support/stack.js';

LendingDocumentsElement.define();

/** Fails the second of the calls that it sees. */
const secondFails: Fault = (fetch) => {
  let count = 0;
  return (input, init) => (++count === 2 ? answering('', { status: 500 })(fetch) : fetch)(input, init);
};

describe('<lending-documents>', () => {
  async function setup(options: StackOptions = {}, settings = {}) {
    let faulty = false;
    const stack = createStack({
      ...options,
      // The application is there before anything fails.
      service: (fetch) => {
        const bad = options.service?.(fetch) ?? fetch;
        return (input, init) => (faulty ? bad : fetch)(input, init);
      },
    });
    await advance(stack, 'createApplication');
    faulty = true;
    const made = new LendingDocumentsElement();
    Object.assign(made, { adapter: stack.adapter, settings: { ...defaultSettings, ...settings } });
    const element = await fixture<LendingDocumentsElement>(html`${made}`);
    return {
      element,
      choose: (...files: File[]) => choose(element, ...files),
      list: () => all(element, 'form > ul > li').map(words),
      sent: () =>
        stack.sandbox.calls
          .filter(({ name, status }) => name === 'uploadDocument' && status < 300)
          .map(({ body }) => (body as { parts: SandboxPart[] }).parts),
    };
  }

  async function choose(element: LendingDocumentsElement, ...files: File[]) {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    const input = control(element, 'file');
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await element.updateComplete;
  }

  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('says what it takes', async () => {
    const { element } = await setup();
    expect(words(control(element, 'file-hint'))).to.equal('PDF, JPG or PNG, up to 10MB each.');
    expect(control(element, 'file').accept).to.equal('.pdf,.jpg,.jpeg,.png');
  });

  it('lists what was chosen, a file at a time or several', async () => {
    const { element, choose, list } = await setup();
    await choose(sampleFile('june.pdf'));
    await choose(sampleFile('july.pdf', 'x'.repeat(2500)), sampleFile('august.PDF'));
    expect(list()).to.deep.equal(['june.pdf 1 kB Remove', 'july.pdf 3 kB Remove', 'august.PDF 1 kB Remove']);
    await expect(element).to.be.accessible();
  });

  it('shows a file name with markup as text', async () => {
    const { element, choose, list } = await setup();
    await choose(sampleFile('<img src=x>.pdf'));
    expect(list()[0]).to.include('<img src=x>.pdf');
    expect(find(element, 'img')).to.be.null;
  });

  it('takes a file away, and the focus to the input', async () => {
    const { element, choose, list } = await setup();
    await choose(sampleFile('june.pdf'), sampleFile('july.pdf'));
    find(element, '[aria-label="Remove june.pdf"]')!.click();
    await element.updateComplete;
    expect(list()).to.deep.equal(['july.pdf 1 kB Remove']);
    expect(focused()?.id).to.equal('file');
  });

  it('can take the same file again after it was taken away', async () => {
    const { element, choose, list } = await setup();
    await choose(sampleFile('june.pdf'));
    expect(control(element, 'file').files).to.have.length(0);
    find(element, '[aria-label="Remove june.pdf"]')!.click();
    await choose(sampleFile('june.pdf'));
    expect(list()).to.have.length(1);
  });

  for (const [what, files, sentence] of [
    ['no file', [], 'Choose a file, or continue without documents'],
    ['a wrong ending', [sampleFile('a.exe')], '“a.exe” is not a kind of file that we can send'],
    ['no ending', [sampleFile('statement')], '“statement” is not a kind of file that we can send'],
    ['an empty file', [sampleFile('b.pdf', '')], '“b.pdf” is empty'],
    ['a file that is too large', [sampleFile('c.pdf', 'x'.repeat(2 ** 20 + 1))], '“c.pdf” must be smaller than 1MB'],
  ] as const) {
    it(`says what is wrong with ${what}, and sends nothing`, async () => {
      const { element, choose, sent, list } = await setup({}, { max_document_bytes: 2 ** 20 });
      await choose(...files);
      submit(element);
      await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
      expect(summary(element)).to.deep.equal([{ text: sentence, target: 'file' }]);
      expect(errorOf(element, 'file')).to.equal(sentence);
      expect(control(element, 'file').ariaInvalid).to.equal('true');
      expect(list()).to.have.length(files.length);
      expect(sent()).to.be.empty;
      await expect(element).to.be.accessible();
    });
  }

  it('names each of several wrong files', async () => {
    const { element, choose } = await setup();
    await choose(sampleFile('a.exe'), sampleFile('good.pdf'), sampleFile('b.pdf', ''));
    submit(element);
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    expect(summary(element).map(({ text }) => text)).to.deep.equal([
      '“a.exe” is not a kind of file that we can send',
      '“b.pdf” is empty',
    ]);
  });

  it('sends each file with its kind, under a name of ours', async () => {
    const { element, choose, sent } = await setup();
    await choose(sampleFile('jane doe june.pdf'), sampleFile('july.pdf', '%PDF-1.7 longer sample'));
    await finish(element);
    const [first, second] = sent();
    expect(first!.find(({ name }) => name === 'type')?.value).to.equal('bank-statement');
    expect(first!.find(({ name }) => name === 'file')).to.include({ type: 'application/pdf', size: 15 });
    expect(second!.find(({ name }) => name === 'file')?.size).to.equal(22);
    expect(JSON.stringify(sent())).not.to.include('june');
  });

  it('shows how far it is', async () => {
    const { fault, release } = held();
    const { element, choose, list } = await setup({ service: fault });
    await choose(sampleFile('june.pdf'), sampleFile('july.pdf'));
    submit(element);
    await waitUntil(() => element.matches(':state(pending)'), 'it is pending');
    await element.updateComplete;
    expect(words(find(element, '[role="status"]'))).to.equal('Sending document 1 of 2…');
    expect(list()).to.deep.equal(['june.pdf 1 kB', 'july.pdf 1 kB']);
    await eventAfter(element, 'lending-submitted', release);
    await element.updateComplete;
    expect(list()).to.deep.equal(['june.pdf 1 kB Sent', 'july.pdf 1 kB Sent']);
  });

  it('takes no more files while it sends, and so forgets none', async () => {
    const { fault, release } = held();
    const { element, choose, list, sent } = await setup({ service: fault });
    await choose(sampleFile('june.pdf'));
    submit(element);
    await waitUntil(() => element.matches(':state(pending)'), 'it is pending');
    await element.updateComplete;
    expect(control(element, 'file').disabled).to.be.true;
    await eventAfter(element, 'lending-submitted', release);
    expect(list()).to.have.length(sent().length);
  });

  it('sends only what was not sent when it tries again', async () => {
    const { element, choose, list, sent } = await setup({ service: secondFails });
    await choose(sampleFile('june.pdf'), sampleFile('july.pdf', '%PDF-1.7 july'), sampleFile('august.pdf', '%PDF'));
    const { error } = await eventAfter(element, 'lending-error', () => submit(element));
    expect(error.code).to.equal('upstream-failed');
    await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
    expect(list()).to.deep.equal(['june.pdf 1 kB Sent', 'july.pdf 1 kB Not sent yet Remove', 'august.pdf 1 kB Remove']);
    await eventAfter(element, 'lending-submitted', () => part(element, 'retry').click());
    const sizes = sent().map((parts) => parts.find(({ name }) => name === 'file')?.size);
    expect(sizes).to.deep.equal([15, 13, 4]);
  });

  it('lets the applicant go on without documents', async () => {
    const { element, sent } = await setup();
    const done = heard(element, 'lending-submitted', 'lending-error');
    const skip = all<HTMLButtonElement>(element, '.actions button').find(
      (button) => words(button) === 'Continue without documents',
    )!;
    expect((await eventAfter(element, 'lending-skipped', () => skip.click())).step).to.equal('documents');
    expect(done).to.be.empty;
    expect(sent()).to.be.empty;
  });

  it('asks what the files are where there are several kinds', async () => {
    const document_types = [{ value: 'bank-statement' }, { value: 'accounts', label: 'Annual accounts' }];
    const { element, choose, sent } = await setup({}, { document_types });
    await choose(sampleFile());
    submit(element);
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    expect(summary(element)).to.deep.equal([{ text: 'Select what they are', target: 'document_type' }]);
    await expect(element).to.be.accessible();
    type(element, { document_type: 'accounts' });
    await finish(element);
    expect(sent()[0]!.find(({ name }) => name === 'type')?.value).to.equal('accounts');
  });
});
