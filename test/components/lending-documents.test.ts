import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { sampleFile } from '../fixtures/wire.js';
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
import { setup, skip, afterNote, toSummary, rows, carrying } from '../support/documents.js';

const KINDS = { document_types: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Annual accounts' }] };

/** A file whose bytes are the codes of these characters. */
const bytes = (name: string, text: string) =>
  new File([Uint8Array.from(text, (char) => char.charCodeAt(0))], name, { lastModified: 1 });

describe('<lending-documents>', () => {
  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('says what it takes, and asks the system for no more', async () => {
    const { element } = await setup();
    expect(words(control(element, 'file-hint'))).to.match(/^PDF, JPG or PNG, up to 10 MB each\. /);
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
      expect(note()).to.equal('1 file added. 1 file is already in the list.');
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
      // They are sent side by side: which of them arrives first is up to the browser.
      const kinds = parts().map((list) =>
        Object.fromEntries(list.map(({ name, value, size }) => [name, value ?? size])),
      );
      expect(kinds).to.have.deep.members([
        { type: 'bank-statement', file: 15 },
        { type: 'accounts', file: 17 },
      ]);
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
