import { expect } from '@open-wc/testing';
import type { ServerAdapter } from '../../src/adapter.js';
import type { Consent } from '../../src/schema/consent.js';
import { samplePrequalification } from '../schema/samples.js';
import { all, eventAfter, find, focused, told, words } from '../support/form.js';
import { createStack, advance, type StackOptions } from '../support/stack.js';
import { notice } from '../support/consent.js';
import { waitUntil } from '../support/wait.js';

const section = (element: HTMLElement) => find(element, '[part="figures"]');
const shown = (element: HTMLElement) => words(find(element, '[part="figures"] p'));

/** The step with a backend that says this with the notice. */
async function serving(change: Partial<Consent>, properties: object = {}) {
  const stack = createStack();
  await advance(stack, 'createApplication');
  const consent: ServerAdapter['consent'] = async (options) => ({
    ...(await stack.adapter.consent(options)),
    ...change,
  });
  return notice({}, { adapter: { ...stack.adapter, consent }, ...properties });
}

describe('the figures in <lending-consent>', () => {
  it('follow the heading that gets the focus, under a heading of their own, and the notice has one, too', async () => {
    const { element } = await notice();
    expect(shown(element)).to.equal('You asked for £25,000 · £10,000 revenue a month · no county court judgments');
    expect(all(element, 'h2, h3, .notice').map(words).slice(0, 3)).to.deep.equal([
      'Before you get offers',
      'Your figures',
      'What you agree to',
    ]);
    expect(all(element, 'h2, h3, .notice').at(-1)!.part.contains('text')).to.be.true;
    expect(section(element)!.getAttribute('aria-labelledby')).to.equal(find(element, 'h3')!.id);
    await expect(element).to.be.accessible();
  });

  it('are no part of what is agreed to', async () => {
    const { element, box, recorded } = await notice();
    box().click();
    await eventAfter(element, 'lending-submitted', () => find(element, '[part="submit"]')!.click());
    expect(recorded()[0]!.notice!.text).not.to.match(/25,000|Your figures|What you agree to/);
  });

  it('are those that were changed on another device, each time that the notice is shown', async () => {
    const { element, adapter, press, box } = await notice();
    await adapter.prequalify({ ...samplePrequalification(), funding_amount: 31_000.5, any_ccj: true });
    await press('I do not agree');
    await waitUntil(() => focused()?.id === 'heading' && !box(), 'it is declined');
    find(element, '.actions button')!.click();
    await waitUntil(box, 'the notice is shown');
    expect(shown(element)).to.equal('You asked for £31,000.50 · £10,000 revenue a month · with county court judgments');
    expect(element.status).to.deep.include({
      figures: { ...samplePrequalification(), funding_amount: 31_000.5, any_ccj: true },
    });
  });

  it('that nobody can tell are not shown, and the applicant is asked to check them', async () => {
    const { element } = await serving(
      { figures: 'unknown' },
      { canChangeFigures: true, figures: samplePrequalification() },
    );
    expect(words(section(element)))
      .to.match(/may have changed.*Check them/)
      .and.not.to.include('£');
    expect(all(element, '[part="figures"] button').map(words)).to.deep.equal(['Check the figures']);
    await expect(element).to.be.accessible();
  });

  it('are left out where none were sent, with both headings', async () => {
    const { element } = await serving({});
    expect(section(element)).to.be.null;
    expect(all(element, 'h3')).to.be.empty;
  });

  for (const [what, figures, text] of [
    ['an amount alone', { funding_amount: 1e6 }, 'You asked for £1,000,000'],
    ['no revenue', { monthly_revenue: 0 }, '£0 revenue a month'],
    ['judgments alone', { any_ccj: false }, 'No county court judgments'],
  ] as const) {
    it(`name what the partner asks for: ${what}`, async () => {
      const { element } = await serving({ figures });
      expect(shown(element)).to.equal(text);
    });
  }

  it('are not told where a backend writes null for what it leaves out', async () => {
    const { element } = await serving({ figures: null, withdrawnAt: null } as never, {
      figures: samplePrequalification(),
    });
    expect(shown(element)).to.match(/£25,000/);
    expect(find(element, '.note:not([role])')).to.be.null;
  });

  it('are left out where the partner asks for none', async () => {
    expect(section((await serving({ figures: {} })).element)).to.be.null;
  });

  it('are those of the page where its backend does not tell, and its backend’s where it does', async () => {
    const figures = { ...samplePrequalification(), funding_amount: 7 };
    expect(shown((await serving({}, { figures })).element)).to.match(/^You asked for £7 /);
    expect(shown((await serving({ figures: samplePrequalification() }, { figures })).element)).to.match(/£25,000/);
  });

  it('have the partner’s sign', async () => {
    const options: StackOptions = { handler: { settings: { currency_sign: '€' } } };
    const { element, adapter } = await notice(options);
    element.settings = (await adapter.session()).settings;
    await waitUntil(() => shown(element)?.includes('€25,000'), 'the sign is there');
  });

  it('have a button to change them only where the page asks for it, which tells so without a figure', async () => {
    const { element } = await notice();
    expect(find(element, '[part="figures"] button')).to.be.null;
    element.setAttribute('can-change-figures', '');
    await element.updateComplete;
    const button = find(element, '[part="figures"] button')!;
    expect(button.getBoundingClientRect().height).to.be.at.least(44);
    const event = await eventAfter(element, 'lending-change', () => button.click());
    expect(event.step).to.equal('prequalification');
    expect(told(event)).not.to.match(/25|figures/);
  });
});
