import { sendKeys } from '@web/test-runner-commands';
import { sampleFile } from '../../../stories/support/samples.mjs';
import { descriptionOf, expect, focused, pause, waitUntil, words } from '../../support/component.js';
import { afterNote, bytes, carrying, setup } from '../../support/documents.js';

const KINDS = { documentTypes: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Annual accounts' }] };

describe('<lending-documents>', () => {
  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('lists the accepted types of files, and restricts the system’s file dialog to them', async () => {
    const { screen } = await setup();
    expect(words(screen.field('file-hint'))).to.match(/^PDF, JPG or PNG, up to 10 MB each\. /);
    const input = screen.find<HTMLInputElement>('[type="file"]')!;
    const asked = new Promise((resolve) => input.addEventListener('click', () => resolve(input.accept)));
    input.addEventListener('click', (event) => event.preventDefault());
    screen.field('file').click();
    expect(await asked).to.equal('.pdf,.jpg,.jpeg,.png,.jfif,.jpe');
    expect(input.hasAttribute('capture')).to.be.false;
  });

  describe('the list', () => {
    it('shows the chosen files, one at a time or several, and announces them', async () => {
      const { element, choose, list, note } = await setup();
      await choose(sampleFile('june.pdf'));
      expect(note()).to.equal('“june.pdf” added.');
      await choose(sampleFile('july.pdf', `%PDF-1${'x'.repeat(2499)}%%EOF`), sampleFile('august.PDF'));
      expect(note()).to.equal('2 files added.');
      expect(list()).to.deep.equal(['june.pdf 1 kB Remove', 'july.pdf 3 kB Remove', 'august.PDF 1 kB Remove']);
      await expect(element).to.be.accessible();
    });

    it('announces a file only when the window has the focus again, because a file dialog may close slowly', async () => {
      const { screen, choose, list, note } = await setup();
      document.hasFocus = () => false;
      const announced = choose(sampleFile('june.pdf'));
      await waitUntil(() => list().length > 0, 'it is in the list');
      await pause(100);
      Reflect.deleteProperty(document, 'hasFocus');
      expect(note()).to.equal('');
      dispatchEvent(new Event('focus'));
      await announced;
      expect(note()).to.equal('“june.pdf” added.');
      expect(descriptionOf(screen.field('file')), 'the hint was heard before').to.equal('');
    });

    it('accepts files that are dropped on any part of the step', async () => {
      const { element, screen, list } = await setup();
      const over = carrying('dragover', 'dataTransfer', [sampleFile()]);
      Object.defineProperty(over, 'dataTransfer', { value: { types: ['Files'], files: [] } });
      screen.field('heading').dispatchEvent(over);
      await element.updateComplete;
      expect(over.defaultPrevented, 'the browser does not leave the page').to.be.true;
      expect(screen.part('field').classList.contains('over')).to.be.true;
      const drop = carrying('drop', 'dataTransfer', [sampleFile('june.pdf'), sampleFile('july.pdf')]);
      await afterNote(screen, () => screen.field('heading').dispatchEvent(drop));
      expect(drop.defaultPrevented).to.be.true;
      expect(list()).to.have.length(2);
      expect(screen.part('field').classList.contains('over')).to.be.false;
    });

    it('accepts pasted files, and ignores pasted text', async () => {
      const { screen, element, list } = await setup();
      const text = carrying('paste', 'clipboardData', []);
      element.dispatchEvent(text);
      expect(text.defaultPrevented).to.be.false;
      const image = bytes('image.png', '\u0089PNG\r\n\u001A\n\0\0\0\rIHDR');
      await afterNote(screen, () => element.dispatchEvent(carrying('paste', 'clipboardData', [image])));
      expect(list()).to.deep.equal(['image.png 1 kB Remove']);
    });

    it('has a small picture of a photo, and the type of another file', async () => {
      const { screen, choose, rows } = await setup();
      const photo = Object.assign(new OffscreenCanvas(300, 400), {});
      photo.getContext('2d')!.fillRect(0, 0, 300, 200);
      const file = new File([await photo.convertToBlob()], 'photo.png', { type: 'image/png' });
      await choose(file, sampleFile('june.pdf'), new File(['\u0089PNG'], 'broken.png', { type: 'image/png' }));
      await waitUntil(() => screen.find<HTMLCanvasElement>('canvas')!.width === 88, 'it is drawn');
      const sizes = rows().map((row) => row.querySelector('canvas')?.getBoundingClientRect().width);
      expect(sizes).to.deep.equal([42, undefined, 0]);
      const heights = rows().map((row) => row.querySelector('.kind')!.scrollHeight);
      expect(heights, 'the label of each is inside its tile').to.deep.equal([42, 42, 42]);
      const pixel = (y: number) =>
        screen.find<HTMLCanvasElement>('canvas')!.getContext('2d')!.getImageData(44, y, 1, 1).data[3];
      expect([pixel(10), screen.find('.zone')]).to.deep.equal([255, null]);
    });

    it('accepts a file once, and announces a duplicate', async () => {
      const { choose, list, note } = await setup();
      const file = sampleFile('june.pdf');
      await choose(file);
      await choose(file, sampleFile('july.pdf'));
      expect(note()).to.equal('1 file added. 1 file is already in the list.');
      expect(list()).to.have.length(2);
    });

    it('removes a file, announces it, and moves the focus to the button for more', async () => {
      const { screen, choose, list, note } = await setup();
      await choose(sampleFile('june.pdf'), sampleFile('july.pdf'));
      screen.button('Remove june.pdf')!.focus();
      await screen.press('Remove june.pdf');
      expect(list()).to.deep.equal(['july.pdf 1 kB Remove']);
      expect(focused()?.id).to.equal('file');
      expect(note()).to.equal('“june.pdf” removed.');
    });

    it('accepts the same file again after it was removed', async () => {
      const { screen, choose, list } = await setup();
      const file = sampleFile('june.pdf');
      await choose(file);
      await screen.press('Remove june.pdf');
      await choose(file);
      expect(list()).to.have.length(1);
    });

    it('shows a file name with markup as text', async () => {
      const { screen, choose, list } = await setup();
      await choose(sampleFile('<img src=x>.pdf'));
      expect(list()[0]).to.include('<img src=x>.pdf');
      expect(screen.find('img')).to.be.null;
    });

    it('keeps a long name within the width of a narrow page', async () => {
      const { element, screen, choose } = await setup();
      element.parentElement!.style.width = '280px';
      await choose(sampleFile(`${'june'.repeat(60)}.pdf`), sampleFile(`${'x'.repeat(240)}.exe`, 'MZ'));
      await screen.submitRejected();
      expect(element.scrollWidth).to.be.at.most(280);
      for (const row of [...screen.all('[part="file"]'), screen.part('summary')]) {
        expect(row.scrollWidth).to.be.at.most(Math.ceil(row.getBoundingClientRect().width));
      }
    });

    it('has targets of at least 44 pixels', async () => {
      const { screen, choose } = await setup();
      await choose(sampleFile('june.pdf'));
      for (const button of screen.all('button')) {
        const { width, height } = button.getBoundingClientRect();
        expect(Math.min(width, height), words(button)).to.be.at.least(44);
      }
    });
  });

  describe('the button that goes on', () => {
    it('skips the step without a file, and sends nothing', async () => {
      const { label, screen, sent } = await setup();
      const done = screen.heard('lending-submitted', 'lending-error', 'lending-problems');
      expect(label()).to.equal('Skip for now');
      expect(screen.find('.primary')).to.be.null;
      const { step } = await screen.event('lending-continued', () => void screen.press('Skip for now'));
      expect([step, ...done, ...sent()]).to.deep.equal(['documents']);
    });

    it('says how many files it sends, before and after some were sent', async () => {
      const { label, screen, choose } = await setup();
      await choose(sampleFile('june.pdf'));
      expect(label()).to.equal('Send 1 file and continue');
      expect(words(screen.find('.primary'))).to.equal(label());
      await choose(sampleFile('july.pdf'));
      expect(label()).to.equal('Send 2 files and continue');
      await screen.press('Remove june.pdf');
      await screen.finish();
      await screen.updated();
      expect(label()).to.equal('Continue');
      await choose(sampleFile('june.pdf'));
      expect(label()).to.equal('Send 1 file and continue');
    });

    it('keeps the focus in the step when a dropped file replaces it', async () => {
      const { element, screen } = await setup();
      screen.button('Skip for now')!.focus();
      await afterNote(screen, () => element.dispatchEvent(carrying('drop', 'dataTransfer', [sampleFile()])));
      expect(focused()?.id).to.equal('file');
    });
  });

  describe('with several kinds of documents', () => {
    it('asks for the kind of each file', async () => {
      const { element, screen, choose, parts } = await setup({ settings: KINDS });
      await choose(sampleFile('june.pdf'), sampleFile('2024.pdf', '%PDF-1.7 acc%%EOF'));
      expect(screen.texts('label')).to.deep.equal(['What is “june.pdf”?', 'What is “2024.pdf”?']);
      expect(await screen.submitRejected()).to.deep.equal([
        { text: 'Select what “june.pdf” is', target: 'document_type.0' },
        { text: 'Select what “2024.pdf” is', target: 'document_type.1' },
      ]);
      await expect(element).to.be.accessible();
      screen.type({ 'document_type.0': 'bank-statement', 'document_type.1': 'accounts' });
      await screen.finish();
      // They are sent in parallel: the browser decides which one arrives first.
      const kinds = parts().map((list) =>
        Object.fromEntries(list.map(({ name, value, size }) => [name, value ?? size])),
      );
      expect(kinds).to.have.deep.members([
        { type: 'bank-statement', file: 15 },
        { type: 'accounts', file: 17 },
      ]);
    });

    it('keeps the answer with its file when another one is removed', async () => {
      const { screen, choose, parts } = await setup({ settings: KINDS });
      await choose(sampleFile('june.pdf'), sampleFile('2024.pdf'));
      screen.type({ 'document_type.0': 'bank-statement', 'document_type.1': 'accounts' });
      await screen.press('Remove june.pdf');
      expect(screen.find<HTMLSelectElement>('select')!.value).to.equal('accounts');
      await screen.finish();
      expect(parts()[0]!.find(({ name }) => name === 'type')?.value).to.equal('accounts');
    });

    it('does not give an answer from before a reload to another file', async () => {
      const { screen, choose } = await setup({ settings: KINDS, draft: { 'document_type.0': 'accounts' } });
      await choose(sampleFile('june.pdf'));
      expect(screen.find<HTMLSelectElement>('select')!.value).to.equal('');
    });
  });

  it('works with the keyboard alone', async () => {
    const { screen, choose, sent } = await setup();
    await choose(sampleFile('june.pdf'), sampleFile('july.pdf', '%PDF-1.7%%EOF'));
    screen.field('file').focus();
    const path: (string | null | undefined)[] = [];
    for (let count = 0; count < 3; count++) {
      await sendKeys({ press: 'Tab' });
      path.push(focused()?.ariaLabel ?? words(focused()));
    }
    expect(path).to.deep.equal(['Remove june.pdf', 'Remove july.pdf', 'Send 2 files and continue']);
    screen.part('submit').focus();
    await screen.event('lending-submitted', () => void sendKeys({ press: 'Enter' }));
    expect(sent()).to.have.length(2);
  });
});
