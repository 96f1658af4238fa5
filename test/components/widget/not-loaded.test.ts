import { expect, eventAfter, fixture, html } from '../../support/component.js';

// This file does not load the element.
describe('the stylesheet, if <lending-widget> is never defined', () => {
  before(async () => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' });
    const href = new URL('../../../src/lending-elements.css', import.meta.url).href;
    await eventAfter(link, 'load', () => document.head.append(Object.assign(link, { href })));
  });

  /** The line of the stylesheet now, and after 12 seconds. */
  async function lines(element: HTMLElement) {
    const look = () => {
      const { content, visibility } = getComputedStyle(element, '::before');
      return visibility === 'visible' && content !== 'none' ? content : '';
    };
    const now = look();
    for (const one of element.getAnimations({ subtree: true })) one.finish();
    return [now, look()];
  }

  it('shows a failure after a while', async () => {
    const [now, later] = await lines(await fixture(html`<lending-widget></lending-widget>`));
    expect(now).to.equal('');
    expect(later).to.match(/^"This part of the page did not load\./);
  });

  it('shows the page’s own sentence instead, if it has one', async () => {
    const own = html`<lending-widget><p slot="not-loaded">Our own words</p></lending-widget>`;
    expect(await lines(await fixture(own))).to.deep.equal(['', '']);
  });
});
