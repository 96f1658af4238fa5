import type { Settings } from '../../../src/schema/settings.js';
import { applicant, defaultSettings, expect, pause, waitUntil } from '../../support/forms.js';

const COPIED = '7 Harbour Lane,\nWhitby,\nYO22 4DE';
const SAID = 'The address you pasted is now in separate boxes. Check each one.';
/** The part that then loads has looked at the text. */
const seenTo = () => import('../../../src/base/fields/rare-input.js').then(() => pause(50));
const at = (name: string) => `addresses.0.${name}`;

describe('a whole address that is pasted into one box', () => {
  async function setup(fields: Settings['fields'] = {}) {
    const form = await applicant({ settings: { fields: { ...defaultSettings.fields, ...fields } } });
    /** Pastes as a browser does: dispatches `paste`, inserts the text, and dispatches `input`. */
    const paste = (name: string, text: string) => {
      const input = form.field(at(name));
      const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
        clipboardData: { getData: () => text },
      });
      if (input.dispatchEvent(event)) form.type({ [at(name)]: input.value + text.replace(/\n/g, ' ') });
    };
    const lines = () =>
      Object.fromEntries(
        Object.entries(form.typed())
          .filter(([name, text]) => /^addresses\.0\.(house|line|city|county|postcode)/.test(name) && text)
          .map(([name, text]) => [name.slice(12), text]),
      );
    const status = () => form.text('fieldset.group [aria-live].hint');
    return { form, element: form.element, paste, lines, status };
  }
  const WHOLE = { house_number: '7', line_1: 'Harbour Lane', city: 'Whitby', postcode: 'YO22 4DE' };

  for (const name of ['house_number', 'line_1', 'postcode']) {
    it(`is spread over all inputs, with an announcement: ${name}`, async () => {
      const { element, paste, lines, status } = await setup();
      paste(name, COPIED);
      await waitUntil(() => status() === SAID, 'it is said');
      expect(lines()).to.deep.equal(WHOLE);
      expect(element.draft[at('line_1')]).to.equal('Harbour Lane');
      await expect(element).to.be.accessible();
    });
  }

  it('is announced again if another address is pasted after it', async () => {
    const { element, form, paste, lines, status } = await setup();
    paste('line_1', COPIED);
    await waitUntil(() => status() === SAID, 'it is said');
    form.type(Object.fromEntries(Object.keys(WHOLE).map((name) => [at(name), ''])));
    paste('line_1', COPIED.replace('7', '9'));
    await waitUntil(() => lines()['house_number'] === '9', 'it is split');
    expect(element.renderRoot.querySelectorAll('fieldset.group [aria-live].hint').length).to.equal(1);
  });

  it('loses the parts that the form has no input for', async () => {
    const { paste, lines, status } = await setup({ 'applicant.addresses.city': 'hidden' });
    paste('line_1', COPIED);
    await waitUntil(() => status() === SAID, 'it is said');
    expect(lines()).to.deep.equal({ house_number: '7', line_1: 'Harbour Lane', postcode: 'YO22 4DE' });
  });

  it('keeps the number of the forces’ post office, in the street of a form without a postcode', async () => {
    for (const rule of ['required', 'hidden'] as const) {
      const { paste, lines, status } = await setup({ 'applicant.addresses.postcode': rule });
      paste('line_1', 'Sample Barracks,\nBFPO 58');
      await waitUntil(() => status() === SAID, 'it is said');
      const number = { [rule === 'hidden' ? 'line_1' : 'postcode']: 'BFPO 58' };
      expect(lines()).to.deep.equal({ house_number: 'Sample Barracks', ...number });
    }
  });

  it('is not spread if any input is filled in, or if the parts are not clear', async () => {
    const { form, paste, lines, status } = await setup();
    form.type({ [at('city')]: 'Leeds' });
    paste('line_1', COPIED);
    await seenTo();
    const pasted = COPIED.replace(/\n/g, ' ');
    expect(lines()).to.deep.equal({ line_1: pasted, city: 'Leeds' });
    form.type({ [at('city')]: '', [at('line_1')]: 'Before ' });
    paste('line_1', COPIED);
    await seenTo();
    expect(lines()).to.deep.equal({ line_1: `Before ${pasted}` });
    form.type({ [at('line_1')]: '' });
    paste('line_1', 'Rose Cottage, Mill Lane, Whitby');
    await seenTo();
    expect(lines()).to.deep.equal({ line_1: 'Rose Cottage, Mill Lane, Whitby' });
    expect(status()).to.equal(undefined);
  });
});
