import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { defaultSettings } from '../../src/schema/settings.js';
import { formedApplication } from '../fixtures/wire.js';
import { control, find, finish, focused, part, type, typedIn, words } from '../support/form.js';
import { address, ago, filled, moved, setup, shows } from '../support/history.js';
import { waitUntil } from '../support/wait.js';

describe('the earlier addresses of <lending-applicant>', () => {
  it('are added with the keyboard, and the focus goes to the first question', async () => {
    const element = await filled(ago(1), ago(10));
    await waitUntil(() => part(element, 'add'), 'another one may be added');
    const changes: Event[] = [];
    element.shadowRoot!.addEventListener('change', (event) => changes.push(event));
    part(element, 'add').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused()?.id === 'addresses.2.house_number', 'the first question has the focus');
    expect(element.draft).to.have.property('addresses.2.start_date.day', '');
    // It is by changes that the step keeps what a reload must not lose.
    expect(changes).to.have.length(1);
  });

  describe('are removed', () => {
    const three = async () => {
      const element = await filled(ago(1), ago(2), ago(10));
      await waitUntil(() => part(element, 'add'), 'the history is complete');
      return element;
    };
    const press = (element: Element, index: number) =>
      find(element, `[id="addresses.${index}-group"] [part="remove"]`)!.click();

    it('and the others keep what was typed into them, in their inputs and in the draft', async () => {
      const element = await three();
      press(element, 1);
      await shows(element, 1);
      const left = address(1, ago(10), 'City 2');
      expect(typedIn(element)).to.include(left);
      expect(element.draft).to.include(left);
      expect(Object.keys(element.draft).some((name) => name.startsWith('addresses.2.'))).to.be.false;
      await finish(element);
      expect(element.value?.addresses.map(({ city }) => city)).to.deep.equal(['London', 'City 2']);
    });

    it('with what was typed since the last change, which is not left behind in the input of another', async () => {
      const element = await three();
      part(element, 'add').click();
      await shows(element, 3);
      const input = control(element, 'addresses.2.county');
      input.value = 'Yorkshire';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      press(element, 2);
      await shows(element, 2);
      expect(control(element, 'addresses.2.county').value).to.equal('');
    });

    it('and the focus goes to what took their place, with a word about it', async () => {
      const element = await three();
      press(element, 1);
      await waitUntil(() => focused()?.localName === 'legend', 'a legend has the focus');
      expect(words(focused())).to.equal('Your previous address');
      expect(words(find(element, 'form > [role="status"]'))).to.equal('Address removed.');
      press(element, 1);
      await waitUntil(() => control(element, 'addresses.1.city').value === '', 'a blank address is asked again');
      await waitUntil(() => words(focused()) === 'Your previous address', 'its legend has the focus');
    });

    it('and the focus goes to the current address where none is left', async () => {
      const element = await three();
      type(element, moved(0, ago(10)));
      press(element, 2);
      await shows(element, 1);
      press(element, 1);
      await shows(element, 0);
      await waitUntil(() => words(focused()) === 'Your home address', 'the current address has the focus');
    });

    it('only where they were given: a blank one that is needed would come back', async () => {
      const element = await filled(ago(1));
      await shows(element, 1);
      expect(part(element, 'remove')).to.be.null;
    });

    it('only where the backend has not filled in them or what is older', async () => {
      const { applicant } = formedApplication();
      const [home] = applicant.addresses;
      const older = { ...home!, start_date: '01/02/2001', current: undefined };
      const settings = { ...defaultSettings, read_only: ['applicant.addresses.city'] };
      const element = await setup({ settings, prefill: { ...applicant, addresses: [home, older] } });
      await shows(element, 1);
      expect(part(element, 'remove')).to.be.null;
      expect(control(element, 'addresses.1.city').readOnly).to.be.true;
    });
  });
});
