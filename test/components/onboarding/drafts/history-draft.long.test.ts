import { LendingOnboardingElement } from '../../../../src/components/onboarding/lending-onboarding.js';
import { typedCompany, typedFigures } from '../../../fixtures/samples.mjs';
import { at, expect, held, switched, unreachable, waitUntil } from '../../../support/component.js';
import {
  HALF,
  iv,
  kept,
  leave,
  pageStack,
  reload,
  timeToWrite,
  typed,
  written,
  type Kept,
} from '../../../support/drafts.js';
import { load } from '../../../support/journey.js';
import { createStack } from '../../../support/stack.js';

describe('the draft in the browser’s history', () => {
  it('is taken up after a reload, at the same step', async () => {
    const { stack, page } = await typed();
    const { back, reach } = await reload(page, stack);
    expect((await reach('applicant')).typed()).to.include(HALF);
    back();
    expect((await reach('company')).typed()).to.deep.equal(typedCompany());
  });

  it('is taken up at the review, and behind the created application', async () => {
    const { stack, page } = await typed();
    await page.fill('applicant');
    await page.reach('review');
    await written();
    const second = await reload(page, stack);
    expect((await second.reach('review')).text('dl')).to.include('Acme LTD');
    second.step().submit();
    await second.skip();
    const { any_ccj: _, ...figures } = typedFigures();
    (await second.reach('prequalification')).type(figures);
    await written();
    const third = await reload(second, stack);
    expect((await third.reach('prequalification')).typed()).to.include(figures);
  });

  it('holds nothing of the answers any more once the application is created', async () => {
    const { stack, page } = await typed();
    await page.fill('applicant');
    (await page.reach('review')).submit();
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

  it('is sealed with another IV at each write', async () => {
    const { page } = await typed();
    const before = kept()!;
    page.step().type({ first_name: 'Jane' });
    await written();
    expect(iv()).to.not.equal(String(before.iv));
    expect(String(new Uint8Array(kept()!.data))).to.not.equal(String(new Uint8Array(before.data)));
  });

  it('is nothing to another user, and written over', async () => {
    let subject = 'jane';
    const { stack, page } = await typed(pageStack({ handler: { authorize: () => ({ subject }) } }));
    const before = kept()!;
    subject = 'tom';
    const toms = await reload(page, stack);
    await written();
    expect((await toms.reach('company')).typed().registered_name).to.equal('');
    subject = 'jane';
    const janes = await reload(toms, stack);
    await written();
    expect((await janes.reach('company')).typed().registered_name).to.equal('');
    expect(iv()).to.not.equal(String(before.iv));
  });

  for (const [what, change] of [
    [
      'changed by a bit',
      ({ iv: start, data }: Kept) => ({
        iv: start,
        data: new Uint8Array(data).map((byte, i) => (i ? byte : byte ^ 1)),
      }),
    ],
    ['cut short', ({ iv: start, data }: Kept) => ({ iv: start, data: data.slice(0, 5) })],
    ['without its beginning', ({ data }: Kept) => ({ data })],
    ['a text', () => 'draft'],
  ] as [string, (kept: Kept) => unknown][]) {
    it(`is dropped where it is ${what}`, async () => {
      const { stack, page } = await typed();
      await leave(page);
      history.replaceState({ lendingDraft: change(kept()!) }, '');
      const { reach } = await load(stack);
      await waitUntil(() => kept()?.data instanceof ArrayBuffer && kept()!.data.byteLength > 5, 'it is written over');
      expect((await reach('company')).typed().registered_name).to.equal('');
    });
  }

  it('does not override answers entered meanwhile, and leaves the applicant at their step', async () => {
    const { fault, release } = held();
    const slow = switched(at('/session', fault));
    const { stack, page } = await typed(pageStack({ page: slow.fault }));
    slow.isOn = true;
    const { element, reach } = await reload(page, stack);
    (await reach('company')).type({ registered_name: 'Newer' });
    release();
    const company = await reach('company');
    await waitUntil(() => company.typed().registered_number, 'the rest is there');
    expect(company.typed()).to.deep.equal({ ...typedCompany(), registered_name: 'Newer' });
    expect(element.step).to.equal('company');
    company.submit();
    expect((await reach('applicant')).typed()).to.include(HALF);
  });

  it('brings back no answer that was changed on the page before it came', async () => {
    const { stack, page } = await typed();
    await leave(page);
    const { fault, release } = held();
    const session = fault(async () => Response.json({}));
    const adapter = { ...stack.adapter, session: () => session('').then(() => stack.adapter.session()) };
    const { element, reach } = await load({ ...stack, adapter });
    (await reach('company')).type({ registered_name: 'Changed Limited' });
    release();
    await written();
    expect(element.draft.inputs?.applicant).to.include({ first_name: 'Jane' });
    expect(element.draft.answers).to.not.have.property('company');
    element.step = 'review';
    expect((await reach('company')).typed()).to.include({ registered_name: 'Changed Limited' });
  });

  it('overrides the prefill of the page and of the backend', async () => {
    const prefill = { company: { registered_name: 'Filled in', registered_number: '777' } };
    const properties = { prefill: { company: { registered_name: 'By the page' } } };
    const { stack, page } = await typed(pageStack({ handler: { prefill: () => prefill } }), properties);
    const { back, reach } = await reload(page, stack, properties);
    await reach('applicant');
    back();
    expect((await reach('company')).typed()).to.include({ registered_name: 'Acme LTD', registered_number: '12345' });
  });

  it('goes behind a draft that the page hands on', async () => {
    const { stack, page } = await typed();
    const draft = { step: 'company', inputs: { company: { registered_name: 'Handed on' } } } as const;
    const { reach } = await reload(page, stack, { draft: structuredClone(draft) as LendingOnboardingElement['draft'] });
    await written();
    expect((await reach('company')).typed()).to.include({ registered_name: 'Handed on', registered_number: '' });
  });

  it('waits while the backend cannot be reached', async () => {
    const down = switched(unreachable);
    const { stack, page } = await typed(pageStack({ page: down.fault }));
    down.isOn = true;
    const failing = await reload(page, stack);
    await waitUntil(() => failing.errors.length > 0, 'it has failed');
    down.isOn = false;
    const { reach } = await reload(failing, stack);
    expect((await reach('applicant')).typed()).to.include({ first_name: 'Jane' });
  });

  for (const draftKey of [undefined, '', 'A', 'A'.repeat(42), 'A'.repeat(100), 'ä'.repeat(43), 7, null, {}]) {
    it(`is nothing where the backend ${draftKey === undefined ? 'keeps no drafts' : `gives the key ${JSON.stringify(draftKey)}`}`, async () => {
      const { adapter } = createStack(draftKey === undefined ? { handler: { drafts: false } } : {});
      const changed = async () => ({ ...(await adapter.session()), draftKey }) as never;
      const session = draftKey === undefined ? adapter.session : changed;
      const { fillTo } = await load({ adapter: { ...adapter, session } });
      await fillTo('review');
      await timeToWrite();
      expect(history.state).to.be.null;
    });
  }
});
