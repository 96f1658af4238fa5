import { expect } from '@open-wc/testing';
import { takeFiles, type KeptFile } from '../../src/base/chosen-files.js';
import { sampleFile } from '../fixtures/wire.js';
import { all, eventAfter, find, finish, focused, heard, submit, summary, words } from '../support/form.js';
import { afterNote, carrying, rows, setup, skip, toSummary } from '../support/documents.js';
import { waitUntil } from '../support/wait.js';

const TYPES = { document_types: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Accounts' }] };
const LOST: KeptFile = { name: 'june.pdf', size: 15, lastModified: 1, state: 'lost' };
const again = (name: string) => `Choose “${name}” again. This page could not keep the file when it was reloaded.`;

/** The step after a reload, as the journey hands it on. */
async function reloaded(files: readonly KeptFile[], settings: object = {}, draft: object = {}) {
  const made = await setup({}, settings, { files: takeFiles(files), draft });
  await waitUntil(() => rows(made.element).length > 0, 'the list is there');
  return made;
}

/** Chooses a file in the dialog that a button has opened. */
async function pick(made: Awaited<ReturnType<typeof setup>>, button: string, ...files: File[]) {
  const input = find<HTMLInputElement>(made.element, '[type="file"]')!;
  const opened = eventAfter(input, 'click', () => find(made.element, `[aria-label="${button}"]`)!.click());
  (await opened).preventDefault();
  await made.choose(...files);
}

describe('<lending-documents> after a reload', () => {
  it('asks for each file again that was not sent, and is accessible', async () => {
    const { element, list } = await reloaded([LOST, { ...LOST, name: 'july.pdf', size: 2_400_000 }]);
    expect(list()).to.deep.equal([
      `june.pdf 1 kB Choose again Remove ${again('june.pdf')}`,
      `july.pdf 2.3 MB Choose again Remove ${again('july.pdf')}`,
    ]);
    expect(words(skip(element)!)).to.include('2 files');
    await expect(element).to.be.accessible();
  });

  it('sends nothing for them: it says which to choose again, and the words lead to the button', async () => {
    const { element, parts } = await reloaded([LOST]);
    submit(element);
    await toSummary();
    expect(summary(element)).to.deep.equal([{ text: 'Choose “june.pdf” again, or remove it', target: 'file.0' }]);
    find<HTMLAnchorElement>(element, '#summary a')!.click();
    expect(words(focused())).to.equal('Choose again');
    expect(parts()).to.be.empty;
    await expect(element).to.be.accessible();
  });

  it('goes on without them, and sends nothing', async () => {
    const { element, parts } = await reloaded([LOST]);
    const skipped = heard(element, 'lending-skipped');
    skip(element)!.click();
    expect(skipped).to.have.length(1);
    expect(parts()).to.be.empty;
  });

  it('takes the file in the same place, with the kind that was chosen, whatever it is called now', async () => {
    const draft = { 'document_type.0': 'accounts', 'document_type.1': 'bank-statement' };
    const files = [LOST, { ...LOST, name: 'july.pdf' }];
    const made = await reloaded(files, TYPES, draft);
    await pick(made, 'Choose again july.pdf', sampleFile('july (1).pdf'));
    const { element, list } = made;
    expect(rows(element)).to.have.length(2);
    expect(list()[0]).to.include(again('june.pdf'));
    expect(list()[1]).to.match(/^july \(1\)\.pdf 1 kB Remove/);
    expect(element.draft).to.deep.equal(draft);
    expect(find<HTMLSelectElement>(element, 'select')!.value).to.equal('bank-statement');
    expect(words(skip(element)!), 'one of two is still missing').to.include('2 files');
  });

  it('takes it by its name, too, however it comes', async () => {
    const { element, choose, list } = await reloaded([LOST, { ...LOST, name: 'july.pdf' }]);
    await choose(sampleFile('july.pdf', '%PDF-1.7 changed since %%EOF'), sampleFile('new.pdf'));
    expect(list()).to.deep.equal([
      `june.pdf 1 kB Choose again Remove ${again('june.pdf')}`,
      'july.pdf 1 kB Remove',
      'new.pdf 1 kB Remove',
    ]);
    await afterNote(element, () =>
      element.dispatchEvent(carrying('drop', 'dataTransfer', [sampleFile('june.pdf', '%PDF-1%%EOF')])),
    );
    expect(list()[0]).to.equal('june.pdf 1 kB Remove');
  });

  it('sends what was chosen again, and only that', async () => {
    const made = await reloaded([{ ...LOST, name: 'sent.pdf', state: 'sent' }, LOST]);
    await pick(made, 'Choose again june.pdf', sampleFile('june.pdf'));
    await finish(made.element);
    expect(made.sent()).to.deep.equal([15]);
    expect(made.element.value).to.have.length(1);
    expect(made.list()).to.deep.equal(['sent.pdf 1 kB Sent', 'june.pdf 1 kB Sent']);
  });

  it('shows what was sent, with its kind where that is asked, and goes on without sending it again', async () => {
    const draft = { 'document_type.0': 'accounts' };
    const same = sampleFile('june.pdf');
    const { name, size, lastModified } = same;
    const sent: KeptFile = { name, size, lastModified, state: 'sent' };
    const { element, list, parts, choose, note } = await reloaded([sent], TYPES, draft);
    expect(list()).to.deep.equal(['june.pdf 1 kB · Accounts Sent']);
    expect(skip(element), 'nothing is left').to.be.null;
    await expect(element).to.be.accessible();
    await choose(same);
    expect(note()).to.include('already in the list');
    await finish(element);
    expect(parts()).to.be.empty;
  });

  it('takes a file for its place once: another row has it already', async () => {
    const made = await reloaded([LOST]);
    const other = sampleFile('other.pdf');
    await made.choose(other);
    await pick(made, 'Choose again june.pdf', other);
    expect(made.list()[0]).to.include(again('june.pdf'));
    expect(made.note()).to.include('already in the list');
  });

  it('forgets for which place a file was wanted once another button is pressed', async () => {
    const made = await reloaded([LOST]);
    const input = find<HTMLInputElement>(made.element, '[type="file"]')!;
    const press = async (selector: string) => {
      const opened = eventAfter(input, 'click', () => find(made.element, selector)!.click());
      (await opened).preventDefault();
    };
    await press('[aria-label="Choose again june.pdf"]');
    expect(input.multiple, 'one file for one place').to.be.false;
    await press('#file');
    expect(input.multiple).to.be.true;
    await made.choose(sampleFile('other.pdf'));
    expect(made.list()).to.deep.equal([
      `june.pdf 1 kB Choose again Remove ${again('june.pdf')}`,
      'other.pdf 1 kB Remove',
    ]);
  });

  it('refuses a file for its place as any other, and keeps the row', async () => {
    const made = await reloaded([LOST]);
    await pick(made, 'Choose again june.pdf', new File(['MZ'], 'june.exe'));
    expect(made.list()[0]).to.match(/^june\.exe .*Remove Error: “june\.exe” must be a PDF/);
  });

  it('keeps the focus in the row, and shows no name that would turn the words around', async () => {
    const made = await reloaded([{ ...LOST, name: 'a\u202Efdp.exe' }]);
    expect(made.list()[0]).to.include(again('afdp.exe'));
    find(made.element, '[aria-label="Choose again afdp.exe"]')!.focus();
    await pick(made, 'Choose again afdp.exe', sampleFile('june.pdf'));
    await waitUntil(() => focused() === rows(made.element)[0], 'the focus is in the row');
  });

  it('removes one for good', async () => {
    const { element, list, press, note } = await reloaded([LOST, { ...LOST, name: 'july.pdf' }]);
    await press('Remove june.pdf');
    expect(list()).to.have.length(1);
    expect(note()).to.include('june.pdf');
    expect(words(skip(element)!)).to.include('1 file');
  });

  it('tells of each change by an event that stays on its page’s side of the journey', async () => {
    const made = await reloaded([LOST]);
    const changes: Event[] = [];
    made.element.addEventListener('change', (event) => changes.push(event));
    await pick(made, 'Choose again june.pdf', sampleFile('june.pdf'));
    await made.press('Remove june.pdf');
    expect(changes).to.have.length(2);
    for (const event of changes) expect([event.bubbles, event.composed]).to.deep.equal([true, false]);
    expect(all(made.element, '[part="file"]')).to.be.empty;
  });
});
