import { waitUntil } from '../../support/wait.js';
import { LendingPrequalificationElement } from '../../../src/components/prequalification/lending-prequalification.js';
import { expect, mount, words, type Screen } from '../../support/forms.js';
import { setup } from '../../support/journey.js';

/** The width of a step on a phone, and in the journey on a wide page. */
const PHONE = 350;
const WIDE = 544;

describe('the look of a step', () => {
  /** The form about the funding in a place of this many pixels, with tokens of the page. */
  async function place(width: number, tokens: Record<string, string> = {}): Promise<Screen> {
    const form = await mount(LendingPrequalificationElement);
    form.element.style.width = `${width}px`;
    for (const [name, value] of Object.entries(tokens)) form.element.style.setProperty(name, value);
    return form;
  }
  const styleOf = (element: Element) => getComputedStyle(element);
  const box = (element: Element) => element.getBoundingClientRect();

  it('has one type scale', async () => {
    const form = await place(PHONE);
    const sizes = ['label', '.hint', 'input', 'button', 'h2'].map((one) => styleOf(form.find(one)!).fontSize);
    expect(sizes).to.deep.equal(['15px', '15px', '28px', '17px', '26px']);
  });

  it('has a larger heading in a wide container, whatever the width of the window', async () => {
    expect(styleOf((await place(WIDE)).find('h2')!).fontSize).to.equal('32px');
  });

  it('has a heading of the same size as the introduction', async () => {
    const { element, screen } = await setup({ introduction: true });
    element.style.width = '60rem';
    await waitUntil(() => screen.part('introduction'), 'the introduction is shown');
    expect(styleOf(screen.find('h2')!).fontSize).to.equal('32px');
  });

  it('has inputs and buttons of 52 pixels, with the same corners', async () => {
    const form = await place(PHONE);
    for (const one of ['.money input', '.choices .choice', '[part="submit"]']) {
      expect(box(form.find(one)!).height, one).to.be.at.least(52);
      expect(styleOf(form.find(one)!).borderRadius, one).to.equal('10px');
    }
  });

  it('has a button of the full width in a narrow container, and one of 12 rem in a wide container', async () => {
    expect(box((await place(PHONE)).part('submit')).width).to.equal(PHONE);
    expect(box((await place(WIDE)).part('submit')).width).to.equal(192);
  });

  it('keeps 24 pixels between two fields', async () => {
    const [first, second] = (await place(PHONE)).all('.field').map(box);
    expect(second!.top - first!.bottom).to.equal(24);
  });

  it('uses the sizes, spaces and corners that the page sets', async () => {
    const form = await place(PHONE, {
      '--lending-font-heading': 'serif',
      '--lending-radius': '0px',
      '--lending-space-field': '32px',
      '--lending-text-small': '14px',
    });
    const [first, second] = form.all('.field').map(box);
    expect(styleOf(form.find('h2')!).fontFamily).to.equal('serif');
    expect(styleOf(form.find('label')!).fontFamily).to.not.equal('serif');
    expect(styleOf(form.find('label')!).fontSize).to.equal('14px');
    expect(styleOf(form.part('submit')).borderRadius).to.equal('0px');
    expect(second!.top - first!.bottom).to.equal(32);
  });

  it('shows the number of problems in the summary heading; only the problem sentences have the error colour', async () => {
    const form = await place(PHONE);
    await form.submitRejected();
    expect(words(form.find('#summary h3'))).to.equal('3 answers need another look');
    const { color } = styleOf(form.find('.error')!);
    for (const one of ['label', 'legend', '#summary h3', '#summary a', 'input'])
      expect(styleOf(form.find(one)!).color, one).to.not.equal(color);
    const calm = await place(PHONE);
    const borderOf = (screen: Screen) => styleOf(screen.find('input')!).borderColor;
    expect(borderOf(form)).to.equal(borderOf(calm));
  });

  it('shares both edges with a card of 40 rem, or of 48 rem for the review', async () => {
    const { element, screen, reach, fillTo } = await setup();
    element.parentElement!.style.width = '80rem';
    const widths = () => [box(element).width, box(screen.find('#current')!).width];
    await reach('company');
    expect(widths()).to.deep.equal([640, 544]);
    await fillTo('review');
    expect(widths()).to.deep.equal([768, 672]);
  });

  it('has the same greatest width alone', async () => {
    expect(box((await place(PHONE)).part('form')).width).to.equal(PHONE);
    const form = await place(PHONE);
    form.element.style.width = 'auto';
    form.element.parentElement!.style.width = '80rem';
    expect(box(form.part('form')).width).to.equal(WIDE);
  });

  it('keeps the fill of its button while a call is pending, and adds a ring', async () => {
    const submit = (await place(PHONE)).part('submit');
    const { backgroundColor } = styleOf(submit);
    submit.setAttribute('aria-disabled', 'true');
    expect(styleOf(submit).backgroundColor).to.equal(backgroundColor);
    expect(getComputedStyle(submit, '::before').borderRadius).to.equal('50%');
  });

  it('has the typeface of the page, if the page asks for it', async () => {
    const { element, reach } = await setup();
    element.style.fontFamily = 'serif';
    const step = await reach('company');
    for (const one of ['h2', 'label', 'input']) expect(styleOf(step.find(one)!).fontFamily, one).to.equal('serif');
  });
});
