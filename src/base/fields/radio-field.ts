import { html, nothing } from 'lit';
import { laterText } from '../text/locales/en-later.js';
import type { TextController } from '../text/text.js';
import { availableChoices, type Choice } from './questions.js';
import { fieldContext, labelOf, renderGroup, unlessHidden } from './field.js';
import type { FormState } from './form-state.js';

/** The answers "yes" and "no". No code of the wire is blank, so the blank value can mean "no". */
export const yesOrNo = (text: TextController, yes: string, no = ''): readonly Choice[] => [
  { value: yes, label: laterText(text).term('yes') },
  { value: no, label: laterText(text).term('no') },
];

interface RadioOptions {
  inline?: boolean;
  /** The label. Default: the field's own sentence. */
  label?: string;
  after?: unknown;
}

export function radioField(form: FormState, name: string, choices: readonly Choice[], options: RadioOptions = {}) {
  const { label, inline, after } = options;
  return unlessHidden(form, name, () => {
    const frame = fieldContext(form, name);
    const offered = availableChoices(form, name, choices);
    // The radio button that Tab reaches.
    const first = offered.find(({ value }) => value === form.draft[name]) ?? offered[0];
    return renderGroup(
      label ? { ...frame, label: labelOf(form, name, label) } : frame,
      html`<div class="choices ${inline ? 'inline' : ''}">
          ${offered.map(
            (choice, index) =>
              html`<label class="choice"
                ><input
                  part="input"
                  type="radio"
                  id=${index ? nothing : name}
                  name=${name}
                  value=${choice.value}
                  .checked=${form.draft[name] === choice.value}
                  aria-describedby=${choice === first ? frame.describedBy : nothing}
                />
                ${form.text.choice(choice)}</label
              >`,
          )}
        </div>
        ${after}`,
    );
  });
}
