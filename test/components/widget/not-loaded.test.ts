import { expect, eventAfter, fixture, html } from '../../support/component.js';

// This file does not load the element.
describe('the stylesheet, if an element is never defined', () => {
  before(async () => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' });
    const href = new URL('../../../src/lending-elements.css', import.meta.url).href;
    await eventAfter(link, 'load', () => document.head.append(Object.assign(link, { href })));
  });

  /** The line of the stylesheet now, and after 12 seconds. */
  async function lines(element: HTMLElement) {
    const look = () => {
      const { content, visibility } = getComputedStyle(element, '::before');
      return visibility === 'visible' && !/^(none|"")$/.test(content) ? content : '';
    };
    const now = look();
    for (const one of element.getAnimations({ subtree: true })) one.finish();
    return [now, look()];
  }

  const EMPTY = {
    'a widget': html`<lending-widget></lending-widget>`,
    'a journey': html`<lending-onboarding endpoint="/api/lending"></lending-onboarding>`,
    'a step': html`<lending-company></lending-company>`,
  };
  for (const [name, markup] of Object.entries(EMPTY)) {
    it(`shows a failure after a while, and keeps the place: ${name}`, async () => {
      const element = await fixture<HTMLElement>(markup);
      const before = element.offsetHeight;
      const [now, later] = await lines(element);
      expect(now).to.equal('');
      expect(later).to.match(/^"This part of the page did not load\./);
      expect(element.offsetHeight).to.equal(before);
    });
  }

  it('shows the page’s own sentence instead, if it has one', async () => {
    const own = [
      html`<lending-widget><p slot="not-loaded">Our own words</p></lending-widget>`,
      html`<lending-onboarding><p slot="not-loaded">Our own words</p></lending-onboarding>`,
    ];
    for (const one of own) expect(await lines(await fixture(one))).to.deep.equal(['', '']);
  });
});
