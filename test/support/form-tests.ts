import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { LendingStepElement } from '../../src/base/step.js';
import type { Draft } from '../../src/schema/form.js';
import { defaultSettings } from '../../src/schema/settings.js';
import {
  all,
  control,
  errorOf,
  eventAfter,
  find,
  finish,
  focused,
  heard,
  submit,
  summary,
  told,
  type,
  typedIn,
  words,
} from './form.js';
import { waitUntil } from './wait.js';

type Step = LendingStepElement<unknown>;

export interface FormCase {
  setup: (properties?: Partial<Step>) => Promise<Step>;
  /** What is typed, and the value that it makes. */
  typed: () => Draft;
  value: () => unknown;
  /** The fields that must be answered: what is said about each, and where its link leads, in the order of the form. */
  empty: readonly (readonly [sentence: string, target: string])[];
  /** Bad input: what is typed into the complete form, what is said, and where the link leads. */
  bad: readonly (readonly [what: string, typed: Draft, sentence: string, target: string])[];
  /** Input that is as good as the sample, though it looks different. */
  good: readonly (readonly [what: string, typed: Draft])[];
}

const failed = (element: Step) =>
  waitUntil(() => focused()?.id === 'summary', `${element.localName} shows its summary`);

/** What every form shows in every state; a step's own tests add what only it does. */
export function formTests({ setup, typed, value, empty, bad, good }: FormCase): void {
  const wire = (element: Step) => JSON.parse(JSON.stringify(element.value)) as unknown;

  async function failing(values: Draft = {}) {
    const element = await setup();
    type(element, values);
    submit(element);
    await failed(element);
    return element;
  }

  it('is accessible', async () => {
    await expect(await setup()).to.be.accessible();
  });

  it('is accessible with errors', async () => {
    await expect(await failing()).to.be.accessible();
  });

  describe('left empty', () => {
    it('lists what is missing in the order of the form, each once, and takes the focus there', async () => {
      const element = await failing();
      expect(summary(element)).to.deep.equal(empty.map(([text, target]) => ({ text, target })));
      expect(element.shadowRoot!.activeElement?.id).to.equal('summary');
    });

    it('says the same words beside each field, and ties them to it', async () => {
      const element = await failing();
      for (const { text, target } of summary(element)) {
        const input = control(element, target);
        const described = input.closest('[aria-describedby]')!.getAttribute('aria-describedby')!;
        const error = described
          .split(' ')
          .map((id) => control(element, id))
          .find(({ id }) => id.endsWith('-error'));
        expect(words(error), target).to.equal(`Error: ${text}`);
        if (input.type !== 'radio') expect(input.ariaInvalid, target).to.equal('true');
      }
    });

    it('leads from each line of the summary to the input', async () => {
      const element = await failing();
      for (const link of all<HTMLAnchorElement>(element, '#summary a')) {
        link.click();
        expect(focused()?.id).to.equal(link.hash.slice(1));
      }
      expect(location.hash).to.equal('');
    });

    it('takes the focus to the summary again at the next attempt', async () => {
      const element = await failing();
      control(element, empty[0]![1]).focus();
      submit(element);
      await failed(element);
    });

    it('tells nobody that it is done', async () => {
      const element = await setup();
      const events = heard(element, 'lending-submit', 'lending-submitted');
      submit(element);
      await failed(element);
      expect(events).to.be.empty;
      expect(element.value).to.be.undefined;
    });
  });

  describe('filled in', () => {
    it('becomes the wire’s value, field by field', async () => {
      const element = await setup();
      type(element, typed());
      await finish(element);
      expect(wire(element)).to.deep.equal(value());
      expect(element.matches(':state(done)')).to.be.true;
    });

    it('asks before it goes on, and stays where that is refused', async () => {
      const element = await setup();
      const done = heard(element, 'lending-submitted');
      type(element, typed());
      element.addEventListener('lending-submit', (event) => event.preventDefault(), { once: true });
      await eventAfter(element, 'lending-submit', () => submit(element));
      await waitUntil(() => !find(element, '[part="submit"]')!.ariaDisabled, 'it can be pressed again');
      expect(done).to.be.empty;
      await finish(element);
    });

    it('tells nothing of what was typed in its events', async () => {
      const element = await setup();
      const events = heard(window, 'lending-submit', 'lending-submitted');
      type(element, typed());
      await finish(element);
      expect(events.map((event) => event.type)).to.deep.equal(['lending-submit', 'lending-submitted']);
      const fields = events.map(told).join('\n');
      expect(fields).to.include(`step="${element.step}"`);
      for (const text of Object.values(typed())) if (text.length > 3) expect(fields).not.to.include(text);
    });

    it('keeps what is in an input out of the markup', async () => {
      const element = await setup();
      type(element, typed());
      await finish(element);
      const attributes = all<HTMLInputElement>(element, 'input').flatMap((input) =>
        input.type === 'radio' ? [] : input.getAttribute('value'),
      );
      expect(attributes.filter(Boolean)).to.be.empty;
    });

    it('goes on with Enter', async () => {
      const element = await setup();
      type(element, typed());
      control(element, Object.keys(typed())[0]!).focus();
      await eventAfter(element, 'lending-submitted', () => void sendKeys({ press: 'Enter' }));
    });

    for (const [what, change] of good) {
      it(`takes ${what}`, async () => {
        const element = await setup();
        type(element, { ...typed(), ...change });
        await finish(element);
        expect(wire(element)).to.deep.equal(value());
      });
    }
  });

  describe('filled in badly', () => {
    for (const [what, change, text, target] of bad) {
      it(`says what is wrong with ${what}, and keeps what was typed`, async () => {
        const values = { ...typed(), ...change };
        const element = await failing(values);
        expect(summary(element)).to.deep.equal([{ text, target }]);
        expect(errorOf(element, target.replace(/\.(day|month|year)$/, ''))).to.equal(text);
        expect(typedIn(element)).to.include(values);
      });
    }

    it('drops the errors once they are mended', async () => {
      const element = await failing();
      type(element, typed());
      await finish(element);
      await element.updateComplete;
      expect(all(element, '#summary, [part="error"], [aria-invalid]')).to.be.empty;
    });
  });

  describe('filled in by the page', () => {
    it('shows a value in its inputs, and gives it back', async () => {
      const element = await setup({ value: value() });
      const [first] = Object.keys(typed());
      await waitUntil(() => control(element, first!).value, 'the inputs are filled');
      await finish(element);
      expect(wire(element)).to.deep.equal(value());
    });

    it('takes nothing away that was typed when the value comes late', async () => {
      const element = await setup();
      const [first, second] = Object.keys(typed()) as [string, string];
      type(element, { [first]: '42' });
      element.value = value();
      await waitUntil(() => control(element, second).value, 'the other inputs are filled');
      expect(control(element, first).value).to.equal('42');
    });

    it('takes nothing away that was typed when the settings come late', async () => {
      const element = await setup();
      type(element, typed());
      element.settings = structuredClone(element.settings);
      await element.updateComplete;
      expect(typedIn(element)).to.include(typed());
    });

    it('shows what the backend knows, to be changed or not as it says', async () => {
      const [first, second] = Object.keys(typed()) as [string, string];
      const draft = { [first]: 'of a page', [second]: '' };
      const path = (name: string) => name.replace(/\.\d+|\.(day|month|year)$/g, '');
      const element = await setup({
        prefill: value(),
        settings: { ...defaultSettings, read_only: [`${(await setup()).step}.${path(first)}`] },
        draft,
      });
      await waitUntil(() => control(element, first).readOnly, 'the field is read-only');
      expect(control(element, first).value, 'the page has no say').not.to.be.oneOf(['', 'of a page']);
      expect(draft[first]).to.equal(control(element, first).value);
      expect(control(element, second).readOnly).to.equal(path(first) === path(second));
      await expect(element).to.be.accessible();
    });

    it('puts back what Safari empties in a page that comes out of its cache', async () => {
      const element = await setup();
      type(element, typed());
      for (const input of all<HTMLInputElement>(element, 'input:not([type="radio"])')) input.value = '';
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await waitUntil(() => typedIn(element)[Object.keys(typed())[0]!], 'it is put back');
      expect(typedIn(element)).to.include(typed());
    });

    it('shows and keeps the draft that it is given', async () => {
      const draft = typed();
      const element = await setup({ draft });
      expect(typedIn(element)).to.include(typed());
      const [first] = Object.keys(draft);
      type(element, { [first!]: '7' });
      expect(draft[first!]).to.equal('7');
    });
  });

  describe('in a form of the page’s', () => {
    it('is a field that holds the value as JSON once the step is done, and nothing before', async () => {
      const element = await setup();
      const form = await fixture<HTMLFormElement>(html`<form>${element}</form>`);
      element.setAttribute('name', 'step');
      type(element, typed());
      expect(new FormData(form).get('step')).to.equal('');
      await finish(element);
      expect(JSON.parse(new FormData(form).get('step') as string)).to.deep.equal(value());
    });

    it('gets back what was typed when the browser restores the page', async () => {
      const again = await setup();
      again.formStateRestoreCallback(JSON.stringify({ draft: typed() }));
      await again.updateComplete;
      expect(typedIn(again)).to.include(typed());
      await finish(again);
      expect(wire(again)).to.deep.equal(value());
    });
  });
}
