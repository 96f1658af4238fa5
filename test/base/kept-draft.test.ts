import { expect } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedApplicant, typedCompany, typedFigures } from '../fixtures/samples.mjs';
import { at, held, unreachable } from '../support/faults.js';
import { eventAfter, find, part, submit, type, typedIn, words } from '../support/form.js';
import { kept, leave, load, reload, timeToWrite, typed, written, type Kept } from '../support/kept-draft.js';
import { createStack } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

LendingOnboardingElement.define();

describe('what is kept in the browser’s history', () => {
  afterEach(() => history.replaceState(null, ''));

  it('is taken up after a reload, at the same step', async () => {
    const { stack, page } = await typed();
    const { element, reach } = await reload(page, stack);
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Jane', email: 'half@' });
    part(element, 'back').click();
    expect(typedIn(await reach('company'))).to.deep.equal(typedCompany());
  });

  it('is taken up at the review, and behind the created application', async () => {
    const { stack, page } = await typed();
    await page.fill('applicant', typedApplicant());
    await page.reach('review');
    await written();
    const second = await reload(page, stack);
    expect(words(find(await second.reach('review'), 'dl'))).to.include('Acme LTD');
    submit(second.step());
    find(await second.reach('documents'), '[part="submit"] + button')!.click();
    const { any_ccj: _, ...figures } = typedFigures();
    type(await second.reach('prequalification'), figures);
    await written();
    const third = await reload(second, stack);
    expect(typedIn(await third.reach('prequalification'))).to.include(figures);
  });

  it('holds nothing of the answers any more once the application is created', async () => {
    const { stack, page } = await typed();
    await page.fill('applicant', typedApplicant());
    submit(await page.reach('review'));
    await page.reach('documents');
    const { element, reach } = await reload(page, stack);
    await reach('documents');
    expect(element.draft.inputs?.company, 'kept before it was created').to.not.include.keys('registered_name');
    expect(element.draft.answers?.company).to.be.undefined;
  });

  it('says nothing to whom reads it', async () => {
    await typed();
    const { lendingDraft, ...rest } = history.state as { lendingDraft: Kept };
    const text = JSON.stringify(rest) + (await new Blob([new Uint8Array(lendingDraft.iv), lendingDraft.data]).text());
    expect(text.length).to.be.above(300);
    for (const word of ['Acme', 'Jane', 'half@', 'registered_name', 'applicant']) expect(text).to.not.include(word);
  });

  it('is sealed anew each time', async () => {
    const { page } = await typed();
    const before = kept()!;
    type(page.step(), { first_name: 'Jane' });
    await written();
    expect(String(kept()!.iv)).to.not.equal(String(before.iv));
    expect(String(new Uint8Array(kept()!.data))).to.not.equal(String(new Uint8Array(before.data)));
  });

  it('is nothing to another user, and written over', async () => {
    let subject = 'jane';
    const { stack, page } = await typed(createStack({ handler: { authorize: () => ({ subject }) } }));
    const before = kept()!;
    subject = 'tom';
    const toms = await reload(page, stack);
    await written();
    expect(typedIn(await toms.reach('company')).registered_name).to.equal('');
    subject = 'jane';
    const janes = await reload(toms, stack);
    await written();
    expect(typedIn(await janes.reach('company')).registered_name).to.equal('');
    expect(String(kept()!.iv)).to.not.equal(String(before.iv));
  });

  for (const [what, change] of [
    [
      'changed by a bit',
      ({ iv, data }: Kept) => ({ iv, data: new Uint8Array(data).map((byte, i) => (i ? byte : byte ^ 1)) }),
    ],
    ['cut short', ({ iv, data }: Kept) => ({ iv, data: data.slice(0, 5) })],
    ['without its beginning', ({ data }: Kept) => ({ data })],
    ['a text', () => 'draft'],
  ] as [string, (kept: Kept) => unknown][]) {
    it(`is dropped where it is ${what}`, async () => {
      const { stack, page } = await typed();
      await leave(page);
      history.replaceState({ lendingDraft: change(kept()!) }, '');
      const { reach } = await load(stack);
      await waitUntil(() => kept()?.data instanceof ArrayBuffer && kept()!.data.byteLength > 5, 'it is written over');
      expect(typedIn(await reach('company')).registered_name).to.equal('');
    });
  }

  it('goes behind what was entered meanwhile, and moves nobody who has begun', async () => {
    const { fault, release } = held();
    let isHeld = false;
    const stack = createStack({
      page:
        (real) =>
        (...call) =>
          (isHeld ? at('/session', fault)(real) : real)(...call),
    });
    const { page } = await typed(stack);
    isHeld = true;
    const { element, reach } = await reload(page, stack);
    type(await reach('company'), { registered_name: 'Newer' });
    release();
    const company = await reach('company');
    await waitUntil(() => typedIn(company).registered_number, 'the rest is there');
    expect(typedIn(company)).to.deep.equal({ ...typedCompany(), registered_name: 'Newer' });
    expect(element.step).to.equal('company');
    submit(company);
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Jane', email: 'half@' });
  });

  it('goes before what the page and the backend fill in', async () => {
    const prefill = { company: { registered_name: 'Filled in', registered_number: '777' } };
    const properties = { prefill: { company: { registered_name: 'By the page' } } };
    const { stack, page } = await typed(createStack({ handler: { prefill: () => prefill } }), properties);
    const { element, reach } = await reload(page, stack, properties);
    await reach('applicant');
    part(element, 'back').click();
    expect(typedIn(await reach('company'))).to.include({ registered_name: 'Acme LTD', registered_number: '12345' });
  });

  it('goes behind a draft that the page hands on', async () => {
    const { stack, page } = await typed();
    const draft = { step: 'company', inputs: { company: { registered_name: 'Handed on' } } } as const;
    const { reach } = await reload(page, stack, { draft: structuredClone(draft) as LendingOnboardingElement['draft'] });
    await written();
    expect(typedIn(await reach('company'))).to.include({ registered_name: 'Handed on', registered_number: '' });
  });

  it('waits while the backend cannot be reached', async () => {
    let isDown = false;
    const stack = createStack({
      page:
        (real) =>
        (...call) =>
          (isDown ? unreachable(real) : real)(...call),
    });
    const { page } = await typed(stack);
    isDown = true;
    const down = await reload(page, stack);
    await eventAfter(down.element, 'lending-error', () => undefined);
    isDown = false;
    const { reach } = await reload(down, stack);
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Jane' });
  });

  for (const draft_key of ['', 'A', 'A'.repeat(42), 'A'.repeat(100), 'ä'.repeat(43), 7, null, {}]) {
    it(`is nothing where the key is ${JSON.stringify(draft_key)}`, async () => {
      const { adapter, ...stack } = createStack();
      const session = async () => ({ ...(await adapter.session()), draft_key }) as never;
      const { fill, reach } = await load({ ...stack, adapter: { ...adapter, session } });
      await fill('company', typedCompany());
      await fill('applicant', typedApplicant());
      await reach('review');
      await timeToWrite();
      expect(history.state).to.be.null;
    });
  }

  it('is nothing where the backend keeps no drafts', async () => {
    const { fill, reach } = await load(createStack({ handler: { drafts: false } }));
    await fill('company', typedCompany());
    await fill('applicant', typedApplicant());
    await reach('review');
    await timeToWrite();
    expect(history.state).to.be.null;
  });
});
