import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { createAdapter, type ServerAdapter, type UploadOptions } from '../../src/adapter.js';
import { LendingDocumentsElement } from '../../src/components/lending-documents.js';
import type { SandboxPart } from '../../src/sandbox/index.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { sampleFile } from '../fixtures/wire.js';
import { answering, held, silent, times, unreachable, type Fault } from '../support/faults.js';
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
  told,
  type,
  words,
} from '../support/form.js';
import { advance, createStack, type StackOptions } from '../support/stack.js';

LendingDocumentsElement.define();

const KINDS = { document_types: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Annual accounts' }] };

/** Misbehaves in one of the calls that it sees: the first is 1. */
const nth =
  (number: number, fault: Fault): Fault =>
  (fetch) => {
    let count = 0;
    return (input, init) => (++count === number ? fault(fetch) : fetch)(input, init);
  };

const failing = answering('', { status: 500 });

/** A file whose bytes are no longer where they were. */
const gone = (name: string) =>
  Object.assign(sampleFile(name), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }),
  });

/** A file whose bytes are the codes of these characters. */
const bytes = (name: string, text: string) =>
  new File([Uint8Array.from(text, (char) => char.charCodeAt(0))], name, { lastModified: 1 });

/** Keeps requests back until they are released, or given up: the backend gets nothing of those. */
function keptBack(): ReturnType<typeof held> {
  const { fault, release } = held();
  const page: Fault = (fetch) => {
    const waiting = fault(() => Promise.resolve(new Response()));
    return async (input, init) => {
      await Promise.race([waiting(input, init), silent(fetch)(input, init)]);
      return fetch(input, init);
    };
  };
  return { fault: page, release };
}

type Setup = Awaited<ReturnType<typeof setup>>;

async function setup(options: StackOptions = {}, settings = {}, properties = {}) {
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

const rows = (element: Element) => all(element, '[part="file"]');
const skip = (element: Element) => find<HTMLButtonElement>(element, '.actions [part="submit"] + button');

async function press(element: LendingDocumentsElement, name: string) {
  find(element, `[aria-label="${name}"]`)!.click();
  await element.updateComplete;
}

/** Waits until something has been said about what was added. */
async function choose(element: LendingDocumentsElement, ...files: File[]) {
  const input = find<HTMLInputElement>(element, '[type="file"]')!;
  input.files = transferOf(files).files;
  await afterNote(element, () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

async function afterNote(element: LendingDocumentsElement, act: () => void) {
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

/** What a browser dispatches, with files; not every engine lets a page make such an event. */
const carrying = (name: string, field: string, files: readonly File[]) =>
  Object.defineProperties(new Event(name, { bubbles: true, composed: true, cancelable: true }), {
    [field]: {
      value: { types: files.length > 0 ? ['Files'] : ['text/plain'], files: transferOf(files).files },
      configurable: true,
    },
  });

const toSummary = () => waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');

describe('<lending-documents>', () => {
  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('says what it takes, and asks the system for no more', async () => {
    const { element } = await setup();
    expect(words(control(element, 'file-hint'))).to.match(/^PDF, JPG or PNG, up to 10MB each\. /);
    const input = find<HTMLInputElement>(element, '[type="file"]')!;
    const asked = new Promise((resolve) => input.addEventListener('click', () => resolve(input.accept)));
    input.addEventListener('click', (event) => event.preventDefault());
    control(element, 'file').click();
    expect(await asked).to.equal('.pdf,.jpg,.jpeg,.png');
    expect(input.hasAttribute('capture')).to.be.false;
  });

  describe('the list', () => {
    it('shows what was chosen, a file at a time or several, and says so', async () => {
      const { element, choose, list, note } = await setup();
      await choose(sampleFile('june.pdf'));
      expect(note()).to.equal('1 file added.');
      await choose(sampleFile('july.pdf', `%PDF-${'x'.repeat(2500)}`), sampleFile('august.PDF'));
      expect(note()).to.equal('2 files added.');
      expect(list()).to.deep.equal(['june.pdf 1 kB Remove', 'july.pdf 3 kB Remove', 'august.PDF 1 kB Remove']);
      await expect(element).to.be.accessible();
    });

    it('takes what is dropped on any part of the step', async () => {
      const { element, list } = await setup();
      const over = carrying('dragover', 'dataTransfer', [sampleFile()]);
      Object.defineProperty(over, 'dataTransfer', { value: { types: ['Files'], files: [] } });
      control(element, 'heading').dispatchEvent(over);
      await element.updateComplete;
      expect(over.defaultPrevented, 'the browser does not leave the page').to.be.true;
      expect(part(element, 'field').classList.contains('over')).to.be.true;
      const drop = carrying('drop', 'dataTransfer', [sampleFile('june.pdf'), sampleFile('july.pdf')]);
      await afterNote(element, () => control(element, 'heading').dispatchEvent(drop));
      expect(drop.defaultPrevented).to.be.true;
      expect(list()).to.have.length(2);
      expect(part(element, 'field').classList.contains('over')).to.be.false;
    });

    it('takes files that are pasted, and leaves text alone', async () => {
      const { element, list } = await setup();
      const text = carrying('paste', 'clipboardData', []);
      element.dispatchEvent(text);
      expect(text.defaultPrevented).to.be.false;
      const image = bytes('image.png', '\u0089PNG\r\n\u001A\n');
      await afterNote(element, () => element.dispatchEvent(carrying('paste', 'clipboardData', [image])));
      expect(list()).to.deep.equal(['image.png 1 kB Remove']);
    });

    it('takes a file once, and says so', async () => {
      const { choose, list, note } = await setup();
      const file = sampleFile('june.pdf');
      await choose(file);
      await choose(file, sampleFile('july.pdf'));
      expect(note()).to.equal('1 file added. 1 file already in the list.');
      expect(list()).to.have.length(2);
    });

    it('takes a file away, says so, and puts the focus on the button for more', async () => {
      const { element, choose, list, note, press } = await setup();
      await choose(sampleFile('june.pdf'), sampleFile('july.pdf'));
      find(element, '[aria-label="Remove june.pdf"]')!.focus();
      await press('Remove june.pdf');
      expect(list()).to.deep.equal(['july.pdf 1 kB Remove']);
      expect(focused()?.id).to.equal('file');
      expect(note()).to.equal('“june.pdf” removed.');
    });

    it('can take the same file again after it was taken away', async () => {
      const { choose, list, press } = await setup();
      const file = sampleFile('june.pdf');
      await choose(file);
      await press('Remove june.pdf');
      await choose(file);
      expect(list()).to.have.length(1);
    });

    it('shows a file name with markup as text', async () => {
      const { element, choose, list } = await setup();
      await choose(sampleFile('<img src=x>.pdf'));
      expect(list()[0]).to.include('<img src=x>.pdf');
      expect(find(element, 'img')).to.be.null;
    });

    it('shows a name that would turn its order around as what it is', async () => {
      const { choose, list } = await setup();
      await choose(sampleFile('statement\u202Efdp.exe'));
      expect(list()[0]).to.match(/^statementfdp\.exe /);
    });

    it('keeps a long name within the width of a narrow page', async () => {
      const { element, choose } = await setup();
      element.parentElement!.style.width = '280px';
      await choose(sampleFile(`${'june'.repeat(60)}.pdf`), sampleFile(`${'x'.repeat(240)}.exe`));
      submit(element);
      await toSummary();
      expect(element.scrollWidth).to.be.at.most(280);
      for (const row of [...rows(element), part(element, 'summary')]) {
        expect(row.scrollWidth).to.be.at.most(Math.ceil(row.getBoundingClientRect().width));
      }
    });

    it('has targets of at least 44 pixels', async () => {
      const { element, choose } = await setup();
      await choose(sampleFile('june.pdf'));
      for (const button of all(element, 'button')) {
        const { width, height } = button.getBoundingClientRect();
        expect(Math.min(width, height), words(button)).to.be.at.least(44);
      }
    });
  });

  describe('a file that cannot be sent', () => {
    const pdf = (content: string) => `%PDF-1.7\n${content}\n%%EOF`;
    const png = '\u0089PNG\r\n\u001A\n';
    const content = (name: string) =>
      `“${name}” does not hold what its name says. Save it as a PDF, JPG or PNG, and choose that file`;
    const kind = (name: string) => `“${name}” must be a PDF, JPG or PNG`;
    const BAD: readonly (readonly [what: string, file: () => File, sentence: string])[] = [
      ['an empty file', () => bytes('a.pdf', ''), '“a.pdf” is empty. Remove it, or choose another file'],
      [
        'a file that is too large',
        () => sampleFile('a.pdf', `%PDF-${'x'.repeat(2 ** 20)}`),
        '“a.pdf” must be smaller than 1MB',
      ],
      ['a program', () => bytes('a.exe', 'MZ'), kind('a.exe')],
      ['a program with two endings', () => bytes('a.pdf.exe', pdf('')), kind('a.pdf.exe')],
      ['no ending', () => bytes('statement', pdf('')), kind('statement')],
      ['nothing but an ending’s letters', () => bytes('pdf', pdf('')), kind('pdf')],
      ['an ending with a space after it', () => bytes('a.pdf ', pdf('')), kind('a.pdf ')],
      ['a word document', () => bytes('a.docx', 'PK\u0003\u0004'), kind('a.docx')],
      ['a photo that is kept as HEIC', () => bytes('a.HEIC', '\0\0\0\u0018ftypheic'), kind('a.HEIC')],
      ['a program called PDF', () => bytes('a.pdf', 'MZ\u0090\0'), content('a.pdf')],
      ['a page called PDF', () => bytes('a.pdf', '<!doctype html><p>%PDF-1.7'), content('a.pdf')],
      ['a page that begins as a PDF does not', () => bytes('a.pdf', '<p>%PDF-1.7</p>'), content('a.pdf')],
      ['a text called PDF', () => bytes('a.pdf', 'Balance: 5 pounds'), content('a.pdf')],
      ['a PNG called JPG', () => bytes('a.jpg', png), content('a.jpg')],
      ['a JPG called PNG', () => bytes('a.png', '\u00FF\u00D8\u00FF\u00E0'), content('a.png')],
      ['a PDF called JPEG', () => bytes('a.jpeg', pdf('')), content('a.jpeg')],
      [
        'a file that was moved or changed',
        () => gone('a.pdf'),
        '“a.pdf” was moved or changed, and cannot be read. Remove it, and choose it again',
      ],
      ['a path for a name', () => bytes('..\\..\\a.exe', 'MZ'), kind('..\\..\\a.exe')],
      ['a name that is turned around', () => bytes('a\u202Efdp.exe', 'MZ'), kind('afdp.exe')],
      ['a name with a line break', () => bytes('a\n.exe', 'MZ'), kind('a.exe')],
    ];

    for (const [what, file, sentence] of BAD) {
      it(`is refused with a sentence, and the others are kept: ${what}`, async () => {
        const { element, choose, list, note, parts } = await setup({}, { max_document_bytes: 2 ** 20 });
        await choose(sampleFile('june.pdf'), file(), sampleFile('july.pdf'));
        expect(note()).to.equal('3 files added. 1 file cannot be sent: see below.');
        expect(list()).to.have.length(3);
        expect(list()[1]).to.include(`Remove Error: ${sentence}`);
        submit(element);
        await toSummary();
        expect(summary(element)).to.deep.equal([{ text: sentence, target: 'file.1' }]);
        find<HTMLAnchorElement>(element, '#summary a')!.click();
        expect(words(focused())).to.equal('Remove');
        expect(parts()).to.be.empty;
      });
    }

    for (const [what, body] of [
      ['in its trailer', 'trailer<</Encrypt 9 0 R>>'],
      ['with the key beside it', 'trailer<</Encrypt<</V 4>>>>'],
      ['far from its end', `${'x'.repeat(200_000)}<</Encrypt 12 0 R>>${'x'.repeat(60_000)}`],
      ['at its beginning', `<</Encrypt 12 0 R>>${'x'.repeat(200_000)}`],
    ] as const) {
      it(`gets a sentence where a PDF may be locked, and can be sent: ${what}`, async () => {
        const { element, choose, list, note, parts } = await setup();
        await choose(bytes('a.pdf', pdf(body)));
        expect(note()).to.equal('1 file added.');
        expect(list()[0]).to.include(
          '“a.pdf” may be password protected. If it asks for a password, print it to a new PDF, and choose that one',
        );
        await expect(element).to.be.accessible();
        await finish(element);
        expect(parts()).to.have.length(1);
      });
    }

    for (const [what, ending, text, endings] of [
      ['a PDF', '.pdf', pdf('x')],
      ['a PDF with a byte order mark', '.pdf', `\u00EF\u00BB\u00BF${pdf('x')}`],
      ['a PDF about encryption', '.pdf', pdf('The /Encrypt entry names a dictionary.')],
      ['a capital ending', '.PDF', pdf('x')],
      ['a JPG', '.jpg', '\u00FF\u00D8\u00FF\u00E0'],
      ['a PNG', '.png', png],
      ['a WEBP where it is taken', '.webp', 'RIFF1234WEBPVP8 ', ['.webp']],
      ['a HEIC where it is taken', '.heic', '\0\0\0\u0018ftypheic', ['.heic']],
      ['a DOCX where it is taken', '.docx', 'PK\u0003\u0004', ['.docx']],
      ['a CSV where it is taken', '.csv', 'date;amount\n', ['.csv']],
      ['a CSV in UTF-16', '.csv', '\u00FF\u00FEd\0a\0', ['.csv']],
      ['what nobody can tell by its bytes', '.ofx', 'OFXHEADER', ['.ofx']],
    ] as const) {
      it(`is not ${what}`, async () => {
        const { choose, list } = await setup({}, endings ? { document_endings: endings } : {});
        await choose(bytes(`a${ending}`, text));
        expect(list()).to.deep.equal([`a${ending} 1 kB Remove`]);
      });
    }

    for (const [what, ending, text] of [
      ['a program called WEBP', '.webp', 'MZ'],
      ['a text called HEIC', '.heic', 'hello'],
      ['a text called DOCX', '.docx', 'hello'],
      ['a program called CSV', '.csv', 'MZ\0'],
    ] as const) {
      it(`is ${what}`, async () => {
        const { choose, list } = await setup({}, { document_endings: [ending] });
        await choose(bytes(`a${ending}`, text));
        expect(list()[0]).to.include('does not hold what its name says. Save it as a');
      });
    }

    it('is accessible, in the list and in the summary', async () => {
      const { element, choose } = await setup();
      await choose(sampleFile('a.exe'), sampleFile('good.pdf'), sampleFile('b.pdf', ''));
      submit(element);
      await toSummary();
      expect(summary(element)).to.have.length(2);
      await expect(element).to.be.accessible();
    });

    it('is found when it was changed after it was chosen', async () => {
      const { element, choose, parts } = await setup();
      const file = sampleFile('june.pdf');
      await choose(file);
      Object.assign(file, { slice: gone('').slice });
      submit(element);
      await toSummary();
      expect(summary(element)[0]!.text).to.include('was moved or changed');
      expect(parts()).to.be.empty;
    });

    it('does not stand in the way once it is removed', async () => {
      const { element, choose, press, sent } = await setup();
      await choose(sampleFile('a.exe'), sampleFile('june.pdf'));
      await press('Remove a.exe');
      await finish(element);
      expect(sent()).to.deep.equal([15]);
    });
  });

  it('says what is missing where no file was chosen', async () => {
    const { element } = await setup();
    submit(element);
    await toSummary();
    const sentence = 'Choose a file, or continue without documents';
    expect(summary(element)).to.deep.equal([{ text: sentence, target: 'file' }]);
    expect(errorOf(element, 'file')).to.equal(sentence);
    expect(control(element, 'file').getAttribute('aria-describedby')).to.equal('file-hint file-error');
    await expect(element).to.be.accessible();
  });

  describe('sending', () => {
    const three = () => [
      sampleFile('june.pdf'),
      sampleFile('july.pdf', '%PDF-1.7%%EOF'),
      sampleFile('august.pdf', '%PDF-1%%EOF'),
    ];

    /** Chooses three files, sends them, and waits until the first two are under way. */
    async function sending(): Promise<Setup & { release: () => void }> {
      const { fault, release } = keptBack();
      const made = await setup({ page: fault });
      await made.choose(...three());
      submit(made.element);
      await made.started(2);
      await made.element.updateComplete;
      return { ...made, release };
    }

    it('sends each file with its kind, under a name of ours', async () => {
      const documents: File[] = [];
      const { element, choose, parts, adapter } = await setup();
      element.adapter = {
        ...adapter,
        uploadDocument: (document, options) => {
          documents.push(document.file as File);
          return adapter.uploadDocument(document, options);
        },
      };
      await choose(sampleFile('jane doe june.PDF'), sampleFile('july.pdf', '%PDF-1.7 longer \n%%EOF'));
      await finish(element);
      const [first, second] = parts();
      expect(first!.find(({ name }) => name === 'type')?.value).to.equal('bank-statement');
      expect(first!.find(({ name }) => name === 'file')).to.include({ type: 'application/pdf', size: 15 });
      expect(second!.find(({ name }) => name === 'file')?.size).to.equal(22);
      expect(documents.map(({ name }) => name)).to.deep.equal(['document.pdf', 'document.pdf']);
      expect(JSON.stringify(parts())).not.to.include('june');
    });

    it('sends two at a time, and shows and says how far it is', async () => {
      const { element, list, tell, release } = await sending();
      const spoken = () => words(all(element, '[role="status"]')[1]);
      expect(list()).to.deep.equal(['june.pdf 1 kB Cancel', 'july.pdf 1 kB Cancel', 'august.pdf 1 kB Waiting Cancel']);
      expect(spoken()).to.equal('Sending document 1 of 3, 0% done…');
      expect(find<HTMLProgressElement>(element, 'progress')!.position, 'unknown').to.equal(-1);
      await expect(element).to.be.accessible();
      await tell(0, 0.4);
      expect(list()[0]).to.equal('june.pdf 1 kB 40% Cancel');
      expect(find<HTMLProgressElement>(element, 'progress')!.value).to.equal(0.4);
      expect(spoken(), 'not at each step').to.equal('Sending document 1 of 3, 0% done…');
      await tell(1, 0.8);
      expect(spoken()).to.equal('Sending document 1 of 3, 25% done…');
      await eventAfter(element, 'lending-submitted', release);
      await element.updateComplete;
      expect(list()).to.deep.equal(['june.pdf 1 kB Sent', 'july.pdf 1 kB Sent', 'august.pdf 1 kB Sent']);
    });

    it('offers no way back for what has gone out altogether', async () => {
      const { list, tell } = await sending();
      await tell(0, 1);
      expect(list()[0]).to.equal('june.pdf 1 kB 100%');
    });

    it('takes no more files meanwhile, says so, and does not leave the page for them', async () => {
      const { element, list, note } = await sending();
      const drop = carrying('drop', 'dataTransfer', [sampleFile('late.pdf')]);
      await afterNote(element, () => element.dispatchEvent(drop));
      expect(drop.defaultPrevented).to.be.true;
      expect(note()).to.equal('Add more files when these are sent.');
      expect(list()).to.have.length(3);
      expect(control(element, 'file').checkVisibility({ visibilityProperty: true }), 'nothing to press').to.be.false;
    });

    it('stops one that is cancelled, sends the others, and says what is left', async () => {
      const { element, list, note, press, release, sent } = await sending();
      find(element, '[aria-label="Cancel july.pdf"]')!.focus();
      await press('Cancel july.pdf');
      await waitUntil(() => list()[1]!.includes('Try again'), 'it was stopped');
      expect(focused(), 'the focus stays with the file').to.equal(rows(element)[1]);
      const failed = heard(element, 'lending-error', 'lending-submitted');
      release();
      await waitUntil(() => !part(element, 'submit').ariaDisabled, 'the others are sent');
      expect(failed, 'what was cancelled is no failure').to.be.empty;
      const sentence = '“july.pdf” was not sent. Try it again, or remove it';
      expect(summary(element)).to.be.empty;
      expect(note()).to.equal('“july.pdf” was not sent.');
      expect(list()).to.deep.equal([
        'june.pdf 1 kB Sent',
        `july.pdf 1 kB Try again Remove Error: ${sentence}`,
        'august.pdf 1 kB Sent',
      ]);
      await expect(element).to.be.accessible();
      await finish(element);
      expect(sent()).to.have.members([13, 15, 11]);
    });

    it('stops one that waits', async () => {
      const { element, list, press, release, sent } = await sending();
      await press('Cancel august.pdf');
      release();
      await waitUntil(() => sent().length === 2 && !part(element, 'submit').ariaDisabled, 'the others are sent');
      expect(list()[2]).to.include('Try again');
    });

    for (const [what, fault, why] of [
      ['the service fails', failing, 'The lending service is not answering at the moment. Try again in a few minutes.'],
      [
        'the service is out of reach',
        unreachable,
        'The lending service is not answering at the moment. Try again in a few minutes.',
      ],
    ] as const) {
      it(`keeps what was sent, and says what was not, when ${what}`, async () => {
        const { element, choose, list, sent } = await setup({ service: nth(2, fault) });
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
        [unreachable, 'We could not reach this site’s server'],
        [silent, 'This took too long, and we stopped waiting'],
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
      const page = nth(1, answering(refusal, { status: 422, headers: { 'x-lending-elements': '1' } }));
      const { element, choose, list } = await setup({ page });
      await choose(sampleFile('june.pdf'));
      await eventAfter(element, 'lending-error', () => submit(element));
      await toSummary();
      expect(list()).to.deep.equal(['june.pdf 1 kB Remove Error: “june.pdf” must be a PDF, JPG or PNG']);
    });

    it('says what a file is called in no event', async () => {
      const { element, choose } = await setup({ service: failing });
      const events = heard(window, 'lending-submit', 'lending-error');
      await choose(sampleFile('jane doe june.pdf'));
      await eventAfter(element, 'lending-error', () => submit(element));
      await toSummary();
      expect(events).to.have.length(2);
      expect(summary(element)[0]!.text).to.include('june');
      expect(events.map(told).join('\n')).not.to.include('june');
    });

    it('sends nothing again that was sent', async () => {
      const { element, choose, sent } = await setup();
      await choose(sampleFile('june.pdf'));
      await finish(element);
      await element.updateComplete;
      await finish(element);
      expect(sent()).to.deep.equal([15]);
    });

    it('still knows the files when the step is shown again, and sends only what was not sent', async () => {
      const kept = { files: [], draft: {} };
      const first = await setup({}, {}, kept);
      await first.choose(sampleFile('june.pdf'));
      await finish(first.element);
      first.element.remove();
      const second = await setup({}, {}, kept);
      expect(second.list()).to.deep.equal(['june.pdf 1 kB Sent']);
      expect(skip(second.element)).to.be.null;
      await second.choose(sampleFile('july.pdf', '%PDF-1.7%%EOF'));
      await finish(second.element);
      expect(second.sent()).to.deep.equal([13]);
    });

    it('shows the list in its styles, also when the step is shown again', async () => {
      const kept = { files: [], draft: {} };
      const first = await setup({}, {}, kept);
      await first.choose(sampleFile('june.pdf'));
      const second = await setup({}, {}, kept);
      for (const { element } of [first, second]) expect(getComputedStyle(rows(element)[0]!).display).to.equal('flex');
    });

    it('gives up what is under way when it is taken out of the page, and says so when it comes back', async () => {
      const kept = { files: [], draft: {} };
      const { fault } = held();
      const { element, adapter, choose, started } = await setup({ service: fault }, {}, kept);
      const signals: AbortSignal[] = [];
      element.adapter = {
        ...adapter,
        uploadDocument: (document, options) => {
          signals.push(options!.signal!);
          return adapter.uploadDocument(document, options);
        },
      };
      const failures = heard(element, 'lending-error');
      await choose(...three());
      submit(element);
      await started(2);
      element.remove();
      await waitUntil(() => signals.every(({ aborted }) => aborted), 'the calls are given up');
      const again = await setup({}, {}, kept);
      expect(signals).to.have.length(2);
      expect(failures).to.be.empty;
      for (const row of again.list()) expect(row).to.include('was not sent. Try it again, or remove it');
      await finish(again.element);
      expect(again.sent()).to.have.length(3);
    });

    it('goes on when it is moved within the page', async () => {
      const { element, release, sent } = await sending();
      const done = eventAfter(element, 'lending-submitted', () => element.parentElement!.append(element));
      release();
      await done;
      expect(sent()).to.have.length(3);
    });
  });

  describe('going on without', () => {
    it('is offered while nothing is chosen', async () => {
      const { element, sent } = await setup();
      const done = heard(element, 'lending-submitted', 'lending-error');
      expect(words(skip(element))).to.equal('Continue without documents');
      expect((await eventAfter(element, 'lending-skipped', () => skip(element)!.click())).step).to.equal('documents');
      expect(done).to.be.empty;
      expect(sent()).to.be.empty;
    });

    it('says what is left behind', async () => {
      const { element, choose } = await setup();
      await choose(sampleFile('june.pdf'));
      expect(words(skip(element))).to.equal('Continue without sending 1 file');
      await choose(sampleFile('july.pdf'));
      expect(words(skip(element))).to.equal('Continue without sending 2 files');
    });

    it('is not offered once everything is sent, since that is what Continue does', async () => {
      const { element, choose } = await setup();
      await choose(sampleFile('june.pdf'));
      await finish(element);
      await element.updateComplete;
      expect(skip(element)).to.be.null;
    });
  });

  describe('with several kinds of documents', () => {
    it('asks of each file what it is', async () => {
      const { element, choose, parts } = await setup({}, KINDS);
      await choose(sampleFile('june.pdf'), sampleFile('2024.pdf', '%PDF-1.7 acc%%EOF'));
      expect(all(element, 'label').map(words)).to.deep.equal(['What is “june.pdf”?', 'What is “2024.pdf”?']);
      submit(element);
      await toSummary();
      expect(summary(element)).to.deep.equal([
        { text: 'Select what “june.pdf” is', target: 'document_type.0' },
        { text: 'Select what “2024.pdf” is', target: 'document_type.1' },
      ]);
      await expect(element).to.be.accessible();
      type(element, { 'document_type.0': 'bank-statement', 'document_type.1': 'accounts' });
      await finish(element);
      const kinds = parts().map((list) => list.map(({ value, size }) => value ?? size));
      expect(kinds[0]).to.include.members(['bank-statement', 15]);
      expect(kinds[1]).to.include.members(['accounts', 17]);
    });

    it('keeps the answer with its file when another one is removed', async () => {
      const { element, choose, press, parts } = await setup({}, KINDS);
      await choose(sampleFile('june.pdf'), sampleFile('2024.pdf'));
      type(element, { 'document_type.0': 'bank-statement', 'document_type.1': 'accounts' });
      await press('Remove june.pdf');
      expect(find<HTMLSelectElement>(element, 'select')!.value).to.equal('accounts');
      await finish(element);
      expect(parts()[0]!.find(({ name }) => name === 'type')?.value).to.equal('accounts');
    });

    it('takes an answer from before a reload for no other file', async () => {
      const { element, choose } = await setup({}, KINDS, { draft: { 'document_type.0': 'accounts' } });
      await choose(sampleFile('june.pdf'));
      expect(find<HTMLSelectElement>(element, 'select')!.value).to.equal('');
    });
  });

  it('can be done with the keyboard alone', async () => {
    const { element, choose, sent } = await setup();
    await choose(sampleFile('june.pdf'), sampleFile('july.pdf', '%PDF-1.7%%EOF'));
    control(element, 'file').focus();
    const path: (string | null | undefined)[] = [];
    for (let count = 0; count < 4; count++) {
      await sendKeys({ press: 'Tab' });
      path.push(focused()?.ariaLabel ?? words(focused()));
    }
    expect(path).to.deep.equal(['Remove june.pdf', 'Remove july.pdf', 'Continue', 'Continue without sending 2 files']);
    part(element, 'submit').focus();
    await eventAfter(element, 'lending-submitted', () => void sendKeys({ press: 'Enter' }));
    expect(sent()).to.have.length(2);
  });
});
