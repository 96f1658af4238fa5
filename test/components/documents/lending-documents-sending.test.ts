import { expect, focused, heard, sampleFile, told, waitUntil, words } from '../../support/component.js';
import { afterNote, carrying, setup, three } from '../../support/documents.js';
import { answering, held, silent, type Fault } from '../../../stories/support/faults.js';

const failing = answering('', { status: 500 });

/** Holds requests until they are released. The backend never receives those that are aborted. */
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

describe('<lending-documents> while it sends', () => {
  /** Chooses three files, sends them, and waits until the first two are pending. */
  async function sending() {
    const { fault, release } = keptBack();
    const made = await setup({}, { page: fault });
    await made.choose(...three());
    made.screen.submit();
    await made.started(2);
    await made.screen.updated();
    return { ...made, release };
  }

  it('sends each file with its kind, under a generated name', async () => {
    const { screen, choose, parts, uploads } = await setup();
    await choose(sampleFile('jane doe june.PDF'), sampleFile('july.pdf', '%PDF-1.7 longer \n%%EOF'));
    await screen.finish();
    const arrived = parts().map((list) => {
      const of = (wanted: string) => list.find(({ name }) => name === wanted);
      return { kind: of('type')?.value, type: of('file')?.type, size: of('file')?.size };
    });
    const sent = { kind: 'bank-statement', type: 'application/pdf' };
    expect(arrived).to.have.deep.members([
      { ...sent, size: 15 },
      { ...sent, size: 22 },
    ]);
    expect(uploads.map(({ file }) => file.name)).to.deep.equal(['document.pdf', 'document.pdf']);
    expect(JSON.stringify(parts())).not.to.include('june');
  });

  it('sends two files at a time, and shows and announces the progress', async () => {
    const { element, screen, list, tell, release } = await sending();
    const stripes = () => screen.all('progress').map((bar) => getComputedStyle(bar).backgroundImage !== 'none');
    const spoken = () => words(screen.all('[aria-live]')[1]);
    expect(list()).to.deep.equal(['june.pdf 1 kB Cancel', 'july.pdf 1 kB Cancel', 'august.pdf 1 kB Waiting Cancel']);
    expect(spoken()).to.equal('Sending document 1 of 3, 0% done…');
    expect(screen.find<HTMLProgressElement>('progress')!.position, 'unknown').to.equal(-1);
    expect(stripes(), 'they stand still').to.deep.equal([true, true]);
    await expect(element).to.be.accessible();
    await tell(0, 0.4);
    expect(list()[0]).to.equal('june.pdf 1 kB 40% Cancel');
    expect(screen.find<HTMLProgressElement>('progress')!.value).to.equal(0.4);
    expect(stripes()).to.deep.equal([false, true]);
    expect(spoken(), 'not at each step').to.equal('Sending document 1 of 3, 0% done…');
    await tell(1, 0.8);
    expect(spoken(), 'not within three seconds').to.equal('Sending document 1 of 3, 0% done…');
    expect([...screen.part('submit').children].map(words)).to.deep.equal([
      'Sending document 1 of 3, 40% done…',
      'Send 3 files and continue',
    ]);
    await screen.event('lending-submitted', release);
    await element.updateComplete;
    expect(list()).to.deep.equal(['june.pdf 1 kB Sent', 'july.pdf 1 kB Sent', 'august.pdf 1 kB Sent']);
  });

  it('does not offer to cancel a file whose bytes have all been sent', async () => {
    const { list, tell } = await sending();
    await tell(0, 1);
    expect(list()[0]).to.equal('june.pdf 1 kB 100%');
  });

  it('accepts no more files meanwhile, says so, and does not let the browser open dropped files', async () => {
    const { element, screen, list, note } = await sending();
    const drop = carrying('drop', 'dataTransfer', [sampleFile('late.pdf')]);
    await afterNote(screen, () => element.dispatchEvent(drop));
    expect(drop.defaultPrevented).to.be.true;
    expect(note()).to.equal('You can add more files when these have been sent.');
    expect(list()).to.have.length(3);
    expect(screen.field('file').checkVisibility({ visibilityProperty: true }), 'nothing to press').to.be.false;
  });

  it('stops a cancelled file, sends the others, and names the files that are left', async () => {
    const { rows, element, screen, list, note, release, sent } = await sending();
    screen.button('Cancel july.pdf')!.focus();
    await screen.press('Cancel july.pdf');
    await waitUntil(() => list()[1]!.includes('Remove'), 'it was stopped');
    expect(focused(), 'the focus stays with the file').to.equal(rows()[1]);
    const failed = screen.heard('lending-error', 'lending-submitted');
    release();
    await waitUntil(() => !screen.part('submit').ariaDisabled, 'the others are sent');
    expect(failed, 'what was cancelled is no failure').to.be.empty;
    const sentence = '“july.pdf” was not sent. Try again, or remove it';
    expect(screen.summary()).to.be.empty;
    expect(note()).to.equal('“july.pdf” was not sent.');
    expect(list()).to.deep.equal([
      'june.pdf 1 kB Sent',
      `july.pdf 1 kB Remove Error: ${sentence}`,
      'august.pdf 1 kB Sent',
    ]);
    await expect(element).to.be.accessible();
    await screen.finish();
    expect(sent()).to.have.members([13, 15, 11]);
  });

  it('cancels a file that is waiting', async () => {
    const { screen, list, release, sent } = await sending();
    await screen.press('Cancel august.pdf');
    release();
    await waitUntil(() => sent().length === 2 && !screen.part('submit').ariaDisabled, 'the others are sent');
    expect(list()[2]).to.include('Remove');
  });

  it('includes no file name in its events', async () => {
    const { screen, choose } = await setup({}, { service: failing });
    const events = heard(window, 'lending-before-submit', 'lending-error', 'lending-problems');
    await choose(sampleFile('jane doe june.pdf'));
    await screen.submitFails('summary');
    expect(events).to.have.length(3);
    expect(screen.summary()[0]!.text).to.include('june');
    expect(events.map(told).join('\n')).not.to.include('june');
  });

  it('keeps the files when the step is shown again, and sends only those that were not sent', async () => {
    const kept = { files: [], draft: {} };
    const first = await setup(kept);
    await first.choose(sampleFile('june.pdf'));
    await first.screen.finish();
    first.element.remove();
    const second = await setup(kept);
    expect(second.list()).to.deep.equal(['june.pdf 1 kB Sent']);
    await second.choose(sampleFile('july.pdf', '%PDF-1.7%%EOF'));
    await second.screen.finish();
    expect(second.sent()).to.deep.equal([13]);
  });

  it('shows the list in its styles, also when the step is shown again', async () => {
    const kept = { files: [], draft: {} };
    const first = await setup(kept);
    await first.choose(sampleFile('june.pdf'));
    const second = await setup(kept);
    for (const { rows } of [first, second]) expect(getComputedStyle(rows()[0]!).display).to.equal('flex');
  });

  it('aborts the uploads when it is removed from the page, and says so when it comes back', async () => {
    const kept = { files: [], draft: {} };
    const { fault } = held();
    const { element, screen, choose, started, uploads } = await setup(kept, { service: fault });
    const failures = screen.heard('lending-error');
    await choose(...three());
    screen.submit();
    await started(2);
    element.remove();
    await waitUntil(() => uploads.every(({ options }) => options.signal!.aborted), 'the calls are given up');
    const again = await setup(kept);
    expect(uploads).to.have.length(2);
    expect(failures).to.be.empty;
    for (const row of again.list()) expect(row).to.include('was not sent. Try again, or remove it');
    await again.screen.finish();
    expect(again.sent()).to.have.length(3);
  });

  it('continues if it is moved within the page', async () => {
    const { element, screen, release, sent } = await sending();
    const done = screen.event('lending-submitted', () => element.parentElement!.append(element));
    release();
    await done;
    expect(sent()).to.have.length(3);
  });
});
