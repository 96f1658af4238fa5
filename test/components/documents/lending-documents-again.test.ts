import { restoreFiles, type KeptFile } from '../../../src/base/chosen-files.js';
import { eventAfter, expect, focused, sampleFile, waitUntil, words } from '../../support/component.js';
import { afterNote, carrying, setup } from '../../support/documents.js';

const TYPES = { documentTypes: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Accounts' }] };
const LOST: KeptFile = { name: 'june.pdf', size: 15, lastModified: 1, state: 'lost' };
const again = (name: string) => `Choose “${name}” again. This page could not keep the file when it was reloaded.`;

/** The step after a reload, with the draft that the journey passes in. */
async function reloaded(files: readonly KeptFile[], settings: object = {}, draft: object = {}) {
  const made = await setup({ settings, files: restoreFiles(files), draft });
  const { screen, rows, choose } = made;
  await waitUntil(() => rows().length > 0, 'the list is there');
  const input = screen.find<HTMLInputElement>('[type="file"]')!;
  /** Presses a button that opens the dialog. */
  const opens = async (button: string) =>
    (await eventAfter(input, 'click', () => screen.button(button)!.click())).preventDefault();
  const pick = async (button: string, ...files: File[]) => {
    await opens(button);
    await choose(...files);
  };
  return { ...made, input, opens, pick };
}

describe('<lending-documents> after a reload', () => {
  it('asks again for each file that was not sent, and is accessible', async () => {
    const { label, element, list } = await reloaded([LOST, { ...LOST, name: 'july.pdf', size: 2_400_000 }]);
    expect(list()).to.deep.equal([
      `june.pdf 1 kB Choose again Remove ${again('june.pdf')}`,
      `july.pdf 2.3 MB Choose again Remove ${again('july.pdf')}`,
    ]);
    expect(label()).to.equal('Continue');
    await expect(element).to.be.accessible();
  });

  it('sends nothing while files are missing: the error names the files to choose again, and links to the button', async () => {
    const { element, screen, label, parts } = await reloaded([LOST]);
    expect(await screen.submitRejected()).to.deep.equal([
      { text: 'Choose “june.pdf” again, or remove it', target: 'file.0' },
    ]);
    screen.find<HTMLAnchorElement>('#summary a')!.click();
    expect(words(focused())).to.equal('Choose again');
    expect([parts(), label()]).to.deep.equal([[], 'Continue without 1 file']);
    await expect(element).to.be.accessible();
  });

  it('puts a file that is chosen in a row into that row, with the earlier kind, whatever the name of the file', async () => {
    const draft = { 'document_type.0': 'accounts', 'document_type.1': 'bank-statement' };
    const files = [LOST, { ...LOST, name: 'july.pdf' }];
    const made = await reloaded(files, TYPES, draft);
    await made.pick('Choose again july.pdf', sampleFile('july (1).pdf'));
    const { label, element, screen, list } = made;
    expect(made.rows()).to.have.length(2);
    expect(list()[0]).to.include(again('june.pdf'));
    expect(list()[1]).to.match(/^july \(1\)\.pdf 1 kB Remove/);
    expect(element.draft).to.deep.equal(draft);
    expect(screen.find<HTMLSelectElement>('select')!.value).to.equal('bank-statement');
    expect(label(), 'one of two is still missing').to.equal('Send 1 file');
  });

  it('recognises a missing file by its name, whether it is chosen or dropped', async () => {
    const { screen, element, choose, list } = await reloaded([LOST, { ...LOST, name: 'july.pdf' }]);
    await choose(sampleFile('july.pdf', '%PDF-1.7 changed since %%EOF'), sampleFile('new.pdf'));
    expect(list()).to.deep.equal([
      `june.pdf 1 kB Choose again Remove ${again('june.pdf')}`,
      'july.pdf 1 kB Remove',
      'new.pdf 1 kB Remove',
    ]);
    await afterNote(screen, () =>
      element.dispatchEvent(carrying('drop', 'dataTransfer', [sampleFile('june.pdf', '%PDF-1%%EOF')])),
    );
    expect(list()[0]).to.equal('june.pdf 1 kB Remove');
  });

  it('sends the files that were chosen again, and only those', async () => {
    const made = await reloaded([{ ...LOST, name: 'sent.pdf', state: 'sent' }, LOST]);
    await made.pick('Choose again june.pdf', sampleFile('june.pdf'));
    await made.screen.finish();
    expect(made.sent()).to.deep.equal([15]);
    expect(made.element.value).to.have.length(1);
    expect(made.list()).to.deep.equal(['sent.pdf 1 kB Sent', 'june.pdf 1 kB Sent']);
  });

  it('shows the files that were sent, with their kind if there are kinds, and does not send them again', async () => {
    const draft = { 'document_type.0': 'accounts' };
    const same = sampleFile('june.pdf');
    const { name, size, lastModified } = same;
    const sent: KeptFile = { name, size, lastModified, state: 'sent' };
    const { label, element, screen, list, parts, choose, note } = await reloaded([sent], TYPES, draft);
    expect(list()).to.deep.equal(['june.pdf 1 kB · Accounts Sent']);
    expect(label(), 'nothing is left to send').to.equal('Continue');
    await expect(element).to.be.accessible();
    await choose(same);
    expect(note()).to.include('already in the list');
    await screen.finish();
    expect(parts()).to.be.empty;
  });

  it('rejects a file for a row if another row already has it', async () => {
    const made = await reloaded([LOST]);
    const other = sampleFile('other.pdf');
    await made.choose(other);
    await made.pick('Choose again june.pdf', other);
    expect(made.list()[0]).to.include(again('june.pdf'));
    expect(made.note()).to.include('already in the list');
  });

  it('adds a file as a new one if another button was pressed after the button of a row', async () => {
    const made = await reloaded([LOST]);
    await made.opens('Choose again june.pdf');
    expect(made.input.multiple, 'one file for one place').to.be.false;
    await made.opens('Add another file');
    expect(made.input.multiple).to.be.true;
    await made.choose(sampleFile('other.pdf'));
    expect(made.list()).to.deep.equal([
      `june.pdf 1 kB Choose again Remove ${again('june.pdf')}`,
      'other.pdf 1 kB Remove',
    ]);
  });

  it('rejects an unsuitable file for a row, and keeps the row', async () => {
    const made = await reloaded([LOST]);
    await made.pick('Choose again june.pdf', new File(['MZ'], 'june.exe'));
    expect(made.list()[0]).to.match(/^june\.exe .*Remove Error: “june\.exe” must be a PDF/);
  });

  it('keeps the focus in the row, and removes bidirectional controls from a file name', async () => {
    const made = await reloaded([{ ...LOST, name: 'a\u202Efdp.exe' }]);
    expect(made.list()[0]).to.include(again('afdp.exe'));
    made.screen.button('Choose again afdp.exe')!.focus();
    await made.pick('Choose again afdp.exe', sampleFile('june.pdf'));
    await waitUntil(() => focused() === made.rows()[0], 'the focus is in the row');
  });

  it('removes missing files permanently, and can then be skipped', async () => {
    const { label, screen, list, note } = await reloaded([LOST, { ...LOST, name: 'july.pdf' }]);
    await screen.press('Remove june.pdf');
    expect(list()).to.have.length(1);
    expect(note()).to.include('june.pdf');
    expect(label()).to.equal('Continue');
    await screen.press('Remove july.pdf');
    expect(label()).to.equal('Skip for now');
  });

  it('reports each change by an event that is not composed', async () => {
    const made = await reloaded([LOST]);
    const changes: Event[] = [];
    made.element.addEventListener('change', (event) => changes.push(event));
    await made.pick('Choose again june.pdf', sampleFile('june.pdf'));
    await made.screen.press('Remove june.pdf');
    expect(changes).to.have.length(2);
    for (const event of changes) expect([event.bubbles, event.composed]).to.deep.equal([true, false]);
    expect(made.rows()).to.be.empty;
  });
});
