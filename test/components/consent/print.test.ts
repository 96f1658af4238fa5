import { expect, fixture, html } from '@open-wc/testing';
import { LendingConsentElement } from '../../../src/components/consent/lending-consent.js';
import { printAlone } from '../../../src/components/consent/print.js';

LendingConsentElement.define();

describe('printing alone', () => {
  async function setup() {
    const host = await fixture<HTMLElement>(html`<lending-consent lang="de"></lending-consent>`);
    const frame = () => host.shadowRoot!.querySelector('iframe');
    const printed: Window[] = [];
    const print = () =>
      printAlone(
        host,
        (body) => body.append('What was agreed to'),
        (view) => printed.push(view),
      );
    return { frame, print, printed };
  }

  it('prints the given content, in a separate document with its own style', async () => {
    const { frame, print, printed } = await setup();
    await print();
    expect(printed).to.deep.equal([frame()!.contentWindow]);
    const { body, documentElement, adoptedStyleSheets } = frame()!.contentDocument!;
    expect(body.textContent).to.equal('What was agreed to');
    expect(documentElement.lang).to.equal('de');
    expect(adoptedStyleSheets[0]!.cssRules.length).to.be.greaterThan(2);
    expect(frame()!.inert).to.be.true;
  });

  it('leaves nothing in the page afterwards', async () => {
    const { frame, print, printed } = await setup();
    await print();
    printed[0]!.dispatchEvent(new Event('afterprint'));
    expect(frame()).to.be.null;
  });

  it('prints one document at a time', async () => {
    const { frame, print, printed } = await setup();
    await print();
    await print();
    expect(printed[1]).to.equal(frame()!.contentWindow);
    expect(frame()!.parentNode!.querySelectorAll('iframe')).to.have.length(1);
  });
});
