import type { ServerAdapter } from '../../../src/adapter/adapter.js';
import type { Consent } from '../../../src/schema/consent/consent.js';
import { expect, samplePrequalification, told, waitUntil, words, type Screen } from '../../support/component.js';
import { advance, createStack, setup, type StackOptions } from '../../support/consent.js';

const section = (screen: Screen) => screen.find('[part="figures"]');
const shown = (screen: Screen) => screen.text('[part="figures"] p');

/** The step with a backend that reports this with the notice. */
async function serving(change: Partial<Consent>, properties: object = {}) {
  const stack = createStack();
  await advance(stack, 'createApplication');
  const consent: ServerAdapter['consent'] = async (options) => ({
    ...(await stack.adapter.consent(options)),
    ...change,
  });
  return setup({ adapter: { ...stack.adapter, consent }, ...properties });
}

describe('the figures in <lending-consent>', () => {
  it('follow the focused heading, in one line with an accessible name, and the notice has its own heading', async () => {
    const { element, screen } = await setup();
    expect(shown(screen)).to.equal('You asked for £25,000 · revenue £10,000 a month · no county court judgments');
    expect(screen.texts('h2, h3, .notice').slice(0, 2)).to.deep.equal(['Before you get offers', 'What you agree to']);
    expect(screen.all('h2, h3, .notice').at(-1)!.part.contains('text')).to.be.true;
    expect(section(screen)!.ariaLabel).to.equal('Your figures');
    expect(screen.all('h2, [part="figures"], h3').map(({ localName }) => localName)).to.deep.equal([
      'h2',
      'section',
      'h3',
    ]);
    await expect(element).to.be.accessible();
  });

  it('are the newest ones, also those sent from another device, each time that the notice is shown', async () => {
    const { element, screen, adapter, box } = await setup();
    await adapter.prequalify({ ...samplePrequalification(), funding_amount: 31_000.5, any_ccj: true });
    await screen.press('I do not agree');
    await screen.heading('You have not asked for offers');
    await screen.press('Read the agreement again');
    await waitUntil(box, 'the notice is shown');
    expect(screen.texts('[part="figures"] p')).to.deep.equal([
      'You asked for £31,000.50 · revenue £10,000 a month · with county court judgments',
      'These figures were sent in another tab or on another device. Check them before you agree.',
    ]);
    await expect(element).to.be.accessible();
    expect(element.status).to.deep.include({
      figures: { ...samplePrequalification(), funding_amount: 31_000.5, any_ccj: true },
    });
  });

  it('are not said to be sent elsewhere if the page does not know other ones', async () => {
    for (const figures of [undefined, 'unknown', samplePrequalification()]) {
      const { screen } = await serving({ figures: samplePrequalification() }, { figures });
      expect(screen.texts('[part="figures"] p')).to.have.length(1);
    }
  });

  it('are hidden if they are unknown, and the applicant is asked to check them', async () => {
    const { element, screen } = await serving(
      { figures: 'unknown' },
      { canChangeFigures: true, figures: samplePrequalification() },
    );
    expect(words(section(screen)))
      .to.match(/may have changed.*Check them/)
      .and.not.to.include('£');
    expect(screen.texts('[part="figures"] button')).to.deep.equal(['Check the figures']);
    await expect(element).to.be.accessible();
  });

  it('are left out if none were sent, or asked for, together with the heading of the notice below them', async () => {
    for (const change of [{}, { figures: {} }]) {
      const { screen } = await serving(change);
      expect(section(screen)).to.be.null;
      expect(screen.all('h3')).to.be.empty;
    }
  });

  for (const [what, figures, text] of [
    ['an amount alone', { funding_amount: 1e6 }, 'You asked for £1,000,000'],
    ['no revenue', { monthly_revenue: 0 }, 'Revenue £0 a month'],
    ['judgments alone', { any_ccj: false }, 'No county court judgments'],
  ] as const) {
    it(`are only those that the partner asks for: ${what}`, async () => {
      const { screen } = await serving({ figures });
      expect(shown(screen)).to.equal(text);
    });
  }

  it('come from the backend, or from the page if the backend returns none or null', async () => {
    const figures = { ...samplePrequalification(), funding_amount: 7 };
    for (const none of [{}, { figures: null, withdrawnAt: null }]) {
      const { screen } = await serving(none as never, { figures });
      expect(shown(screen)).to.match(/^You asked for £7 /);
      expect(screen.find('.note:not([aria-live])')).to.be.null;
    }
    expect(shown((await serving({ figures: samplePrequalification() }, { figures })).screen)).to.match(/£25,000/);
  });

  it('have the currency sign of the partner', async () => {
    const options: StackOptions = { handler: { settings: { currencySign: '€' } } };
    const { screen, element, adapter } = await setup({}, options);
    element.settings = (await adapter.session()).settings;
    await waitUntil(() => shown(screen)?.includes('€25,000'), 'the sign is there');
  });

  it('have a button to change them only if the page requests it, and its event contains no figure', async () => {
    const { element, screen } = await setup();
    expect(screen.find('[part="figures"] button')).to.be.null;
    element.setAttribute('can-change-figures', '');
    await element.updateComplete;
    const button = screen.find('[part="figures"] button')!;
    expect(button.getBoundingClientRect().height).to.be.at.least(44);
    const event = await screen.event('lending-edit', () => button.click());
    expect(event.step).to.equal('prequalification');
    expect(told(event)).not.to.match(/25|figures/);
  });
});
