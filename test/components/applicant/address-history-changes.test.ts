import { sendKeys } from '@web/test-runner-commands';
import { expect, focused, formedApplication, waitUntil, words, type Screen } from '../../support/component.js';
import { address, applicant, filled, moved, shows } from '../../support/forms.js';

describe('the earlier addresses of <lending-applicant>', () => {
  it('are added with the keyboard, and the focus goes to the first question', async () => {
    const form = await filled(1, 10);
    const changes: Event[] = [];
    form.element.shadowRoot!.addEventListener('change', (event) => changes.push(event));
    form.part('add').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused()?.id === 'addresses.2.country_code', 'the first question has the focus');
    expect(form.element.draft).to.have.property('addresses.2.start_date.day', '');
    // The step keeps its draft after each change.
    expect(changes).to.have.length(1);
  });

  describe('are removed', () => {
    const three = () => filled(1, 2, 10);
    const press = (form: Screen, index: number) =>
      form.find(`[id="addresses.${index}-group"] [part="remove"]`)!.click();

    it('and the other addresses keep their input, in their fields and in the draft', async () => {
      const form = await three();
      press(form, 1);
      await shows(form, 1);
      const left = address(1, 10, 'City 2');
      expect(form.typed()).to.include(left);
      expect(form.element.draft).to.include(left);
      expect(Object.keys(form.element.draft).some((name) => name.startsWith('addresses.2.'))).to.be.false;
      await form.finish();
      expect(form.value?.addresses.map(({ city }) => city)).to.deep.equal(['London', 'City 2']);
    });

    it('with all of their input, even the newest, none of which is left in the fields of another address', async () => {
      const form = await three();
      form.part('add').click();
      await shows(form, 3);
      const input = form.field('addresses.2.county');
      input.value = 'Yorkshire';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      press(form, 2);
      await shows(form, 2);
      expect(form.field('addresses.2.county').value).to.equal('');
    });

    it('and the focus goes to the next address, which is announced', async () => {
      const form = await three();
      press(form, 1);
      await waitUntil(() => focused()?.localName === 'legend', 'a legend has the focus');
      expect(words(focused())).to.equal('Your previous address');
      expect(form.text('form > [aria-live]')).to.equal('Address removed.');
      press(form, 1);
      await waitUntil(() => form.field('addresses.1.city').value === '', 'a blank address is asked again');
      await waitUntil(() => words(focused()) === 'Your previous address', 'its legend has the focus');
    });

    it('and the focus goes to the current address if none is left', async () => {
      const form = await three();
      form.type(moved(0, 10));
      press(form, 2);
      await shows(form, 1);
      press(form, 1);
      await shows(form, 0);
      await waitUntil(() => words(focused()) === 'Your home address', 'the current address has the focus');
    });

    it('only if they are filled in: a blank address that is needed would come back', async () => {
      const form = await filled(1);
      expect(form.part('remove')).to.be.null;
    });

    it('only if the backend has not prefilled them or an older address', async () => {
      const sample = formedApplication().applicant;
      const [home] = sample.addresses;
      const older = { ...home!, start_date: '01/02/2001', current: undefined };
      const settings = { readOnly: ['applicant.addresses.city'] };
      const form = await applicant({ settings, prefill: { ...sample, addresses: [home, older] } });
      await shows(form, 1);
      expect(form.part('remove')).to.be.null;
      expect(form.field('addresses.1.city').readOnly).to.be.true;
    });
  });
});
