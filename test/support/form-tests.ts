import { sendKeys } from '@web/test-runner-commands';
import type { LendingStepElement } from '../../src/base/step/step.js';
import type { Draft } from '../../src/schema/fields/form.js';
import { expect, fixture, focused, heard, html, told, waitUntil, words, type Screen } from './component.js';

type Step = LendingStepElement<unknown>;

interface FormCase {
  setup: (properties?: object) => Promise<Screen<Step>>;
  /** The typed values, and the value that they make. */
  typed: () => Draft;
  value: () => unknown;
  /** The required fields in the order of the form: the problem of each, and the target of its link. */
  empty: readonly (readonly [sentence: string, target: string])[];
  /** Bad input: the values typed into the complete form, the problem, and the target of its link, if not the first input. */
  bad: readonly (readonly [what: string, typed: Draft, sentence: string, target?: string])[];
  /** Input that equals the sample, although it looks different. */
  good: readonly (readonly [what: string, typed: Draft])[];
}

/** The tests of every form in every state. A step's own tests add its special cases. */
export function formTests({ setup, typed, value, empty, bad, good }: FormCase): void {
  const wire = (form: Screen<Step>) => JSON.parse(JSON.stringify(form.value)) as unknown;

  const [first, second] = Object.keys(typed()) as [string, string];

  async function failing(values: Draft = {}) {
    const form = await filled(values);
    await form.submitRejected();
    return form;
  }
  async function filled(values = typed()) {
    const form = await setup();
    form.type(values);
    return form;
  }

  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('is accessible with errors', async () => {
    await expect((await failing()).element).to.be.accessible();
  });

  describe('left empty', () => {
    it('lists the missing fields once, in the order of the form, and gets the focus', async () => {
      const form = await failing();
      expect(form.summary()).to.deep.equal(empty.map(([text, target]) => ({ text, target })));
      expect(form.element.shadowRoot!.activeElement?.matches('#summary > h3')).to.be.true;
    });

    it('shows the same words next to each field, and associates them with the input', async () => {
      const form = await failing();
      for (const { text, target } of form.summary()) {
        const input = form.field(target);
        const described = input.closest('[aria-describedby]')!.getAttribute('aria-describedby')!;
        const error = described
          .split(' ')
          .map((id) => form.field(id))
          .find(({ id }) => id.endsWith('-error'));
        expect(words(error), target).to.equal(`Error: ${text}`);
        if (input.type !== 'radio') expect(input.ariaInvalid, target).to.equal('true');
      }
    });

    it('links from each line of the summary to the input', async () => {
      const form = await failing();
      for (const link of form.all<HTMLAnchorElement>('#summary a')) {
        link.click();
        expect(focused()?.id).to.equal(link.hash.slice(1));
      }
      expect(location.hash).to.equal('');
    });

    it('moves the focus to the summary again at the next attempt', async () => {
      const form = await failing();
      form.field(empty[0]![1]).focus();
      await form.submitRejected();
    });

    it('reports the path and the reason of each problem to the page, and nothing else', async () => {
      const form = await filled({ ...typed(), ...bad[0]![1] });
      const events = heard(window, 'lending-problems') as HTMLElementEventMap['lending-problems'][];
      await form.submitRejected();
      expect(events.map(({ step }) => step)).to.deep.equal([form.element.step]);
      const { problems } = events[0]!;
      expect(problems.map(({ path }) => path)).to.deep.equal([Object.keys(bad[0]![1])[0]!.replace('.day', '')]);
      expect(Object.keys(problems[0]!)).to.deep.equal(['path', 'reason']);
      for (const text of Object.values(form.typed()))
        if (text.length > 3) expect(told(events[0]!)).not.to.include(text);
    });

    it('dispatches no event that it is done', async () => {
      const form = await setup();
      const events = form.heard('lending-before-submit', 'lending-submitted');
      await form.submitRejected();
      expect(events).to.be.empty;
      expect(form.value).to.be.undefined;
    });
  });

  describe('filled in', () => {
    it('has the value that the call sends, field by field', async () => {
      const form = await filled();
      await form.finish();
      expect(wire(form)).to.deep.equal(value());
      expect(form.element.matches(':state(done)')).to.be.true;
    });

    it('dispatches a cancelable event before it continues, and stays if the page cancels it', async () => {
      const form = await setup();
      const done = form.heard('lending-submitted');
      form.type(typed());
      form.element.addEventListener('lending-before-submit', (event) => event.preventDefault(), { once: true });
      await form.event('lending-before-submit', () => form.submit());
      await waitUntil(() => !form.find('[part="submit"]')!.ariaDisabled, 'it can be pressed again');
      expect(done).to.be.empty;
      await form.finish();
    });

    it('includes no typed value in its events', async () => {
      const form = await setup();
      const events = heard(window, 'lending-before-submit', 'lending-submitted');
      form.type(typed());
      await form.finish();
      expect(events.map((event) => event.type)).to.deep.equal(['lending-before-submit', 'lending-submitted']);
      const fields = events.map(told).join('\n');
      expect(fields).to.include(`step="${form.element.step}"`);
      for (const text of Object.values(typed())) if (text.length > 3) expect(fields).not.to.include(text);
    });

    it('keeps the values of inputs out of the markup', async () => {
      const form = await filled();
      await form.finish();
      const attributes = form
        .all<HTMLInputElement>('input')
        .flatMap((input) => (input.type === 'radio' ? [] : input.getAttribute('value')));
      expect(attributes.filter(Boolean)).to.be.empty;
    });

    it('continues with Enter', async () => {
      const form = await filled();
      form.field(first).focus();
      await form.event('lending-submitted', () => void sendKeys({ press: 'Enter' }));
    });

    for (const [what, change] of good) {
      it(`takes ${what}`, async () => {
        const form = await setup();
        form.type({ ...typed(), ...change });
        await form.finish();
        expect(wire(form)).to.deep.equal(value());
      });
    }
  });

  describe('filled in with problems', () => {
    for (const [what, change, text, target = Object.keys(change)[0]!] of bad) {
      it(`names the problem of ${what}, and keeps the typed values`, async () => {
        const values = { ...typed(), ...change };
        const form = await failing(values);
        expect(form.summary()).to.deep.equal([{ text, target }]);
        expect(form.error(target.replace(/\.(day|month|year)$/, ''))).to.equal(text);
        expect(form.typed()).to.include(values);
      });
    }

    it('removes the errors once they are corrected', async () => {
      const form = await failing();
      form.type(typed());
      await form.finish();
      await form.updated();
      expect(form.all('#summary, [part="error"], [aria-invalid]')).to.be.empty;
    });
  });

  describe('with values from the page', () => {
    it('shows a value in its inputs, and returns it unchanged', async () => {
      const form = await setup({ value: value() });
      await waitUntil(() => form.field(first).value, 'the inputs are filled');
      await form.finish();
      expect(wire(form)).to.deep.equal(value());
    });

    it('keeps typed input when the value arrives late', async () => {
      const form = await setup();
      form.type({ [first]: '42' });
      form.element.value = value();
      await waitUntil(() => form.field(second).value, 'the other inputs are filled');
      expect(form.field(first).value).to.equal('42');
    });

    it('keeps typed input when the settings arrive late', async () => {
      const form = await filled();
      form.element.settings = structuredClone(form.element.settings);
      await form.updated();
      expect(form.typed()).to.include(typed());
    });

    it('shows the prefill, read-only if the settings require that', async () => {
      const draft = { [first]: 'of a page', [second]: '' };
      const path = (name: string) => name.replace(/\.\d+|\.(day|month|year)$/g, '');
      const form = await setup({
        prefill: value(),
        settings: { readOnly: [`${(await setup()).element.step}.${path(first)}`] },
        draft,
      });
      await waitUntil(() => form.field(first).readOnly, 'the field is read-only');
      expect(form.field(first).value, 'the page has no say').not.to.be.oneOf(['', 'of a page']);
      expect(draft[first]).to.equal(form.field(first).value);
      expect(form.field(second).readOnly).to.equal(path(first) === path(second));
      await expect(form.element).to.be.accessible();
    });

    it('restores the values that Safari clears in a page from its back/forward cache', async () => {
      const form = await filled();
      // Lit does not write an unchanged string again.
      form.element.requestUpdate();
      await form.updated();
      for (const input of form.all<HTMLInputElement>('input:not([type="radio"])')) input.value = '';
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await waitUntil(() => form.typed()[first], 'it is put back');
      expect(form.typed()).to.include(typed());
    });

    it('shows and keeps a draft that is set', async () => {
      const draft = typed();
      const form = await setup({ draft });
      expect(form.typed()).to.include(typed());
      form.type({ [first]: '7' });
      expect(draft[first]).to.equal('7');
    });
  });

  describe('in a form of the page', () => {
    it('is a field that holds the value as JSON once the step is done, and nothing before', async () => {
      const form = await setup();
      const around = await fixture<HTMLFormElement>(html`<form>${form.element}</form>`);
      form.element.setAttribute('name', 'step');
      form.type(typed());
      expect(new FormData(around).get('step')).to.equal('');
      await form.finish();
      expect(JSON.parse(new FormData(around).get('step') as string)).to.deep.equal(value());
    });

    it('restores the typed values when the browser restores the page', async () => {
      const again = await setup();
      again.element.formStateRestoreCallback(JSON.stringify({ draft: typed() }));
      await again.updated();
      expect(again.typed()).to.include(typed());
      await again.finish();
      expect(wire(again)).to.deep.equal(value());
    });
  });
}
