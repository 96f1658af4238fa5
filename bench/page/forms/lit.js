// The first step as the least form with Lit and zod: one element that renders its fields.
import { css, html, LitElement, nothing, unsafeCSS } from 'lit';
import * as firstStep from './fields.js';
import styles from './form.css?inline';
import { readForm } from './schema.js';

class LeastForm extends LitElement {
  static properties = { problems: { state: true } };
  static styles = css`
    ${unsafeCSS(styles)}
  `;

  constructor() {
    super();
    this.problems = {};
  }

  render() {
    return html`<div class="journey" role="group" aria-label="Apply for business funding">
      <div class="top">
        <p class="hint">${firstStep.STEP}</p>
        <ol class="steps" role="list" aria-label="Steps">
          ${firstStep.STEPS.map(
            (step, at) =>
              html`<li class=${at ? '' : 'reached'} aria-current=${at ? nothing : 'step'}>
                <span class="hidden">${step}</span>
              </li>`,
          )}
        </ol>
      </div>
      <form novalidate aria-labelledby="heading" @submit=${this.submit}>
        <h2 id="heading" tabindex="-1">${firstStep.HEADING}</h2>
        ${this.renderSummary()}
        <div class="notice">
          <p>Your application will say:</p>
          <ul role="list">
            ${firstStep.STATEMENTS.map(([label, answer]) => html`<li>${label}: <strong>${answer}</strong></li>`)}
          </ul>
          <details>
            <summary>Not right?</summary>
            <p>${firstStep.NOT_RIGHT}</p>
          </details>
        </div>
        ${firstStep.FIELDS.map((field) => this.renderField(field))}
        <fieldset class="group" aria-describedby="address-hint">
          <legend class="title">${firstStep.ADDRESS.legend}</legend>
          <p class="hint" id="address-hint">${firstStep.ADDRESS.hint}</p>
          ${firstStep.ADDRESS.fields.map((field) => this.renderField(field))}
        </fieldset>
        <div class="actions"><button class="primary" type="submit">Continue</button></div>
        <p class="hidden" role="status"></p>
      </form>
    </div>`;
  }

  renderSummary() {
    const bad = firstStep.ALL_FIELDS.filter(({ name }) => this.problems[name]);
    if (bad.length === 0) return nothing;
    return html`<div class="panel" id="summary" tabindex="-1">
      <div role="alert">
        <h3>${firstStep.summaryHeading(bad.length)}</h3>
        <ul>
          ${bad.map((field) => html`<li><a href="#${firstStep.firstInputOf(field)}">${this.problems[field.name]}</a></li>`)}
        </ul>
      </div>
    </div>`;
  }

  renderField(field) {
    const { name, label, hint, width = 'l', autocomplete, isDate } = field;
    const problem = this.problems[name];
    const describedBy = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ') || nothing;
    const notes = html`${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : nothing}
    ${problem ? html`<p class="error" id="${name}-error"><span class="hidden">Error: </span>${problem}</p>` : nothing}`;
    if (!isDate)
      return html`<div class="field ${problem ? 'bad' : ''} width-${width}">
        <label for=${name}>${label}</label>
        ${notes} ${this.renderInput(name, describedBy, problem, autocomplete)}
      </div>`;
    return html`<fieldset class="field ${problem ? 'bad' : ''}" aria-describedby=${describedBy}>
      <legend>${label}</legend>
      ${notes}
      <div class="parts">
        ${firstStep.DATE_PARTS.map(
          (part) =>
            html`<div class=${part === 'year' ? 'long' : ''}>
              <label for="${name}.${part}">${firstStep.capital(part)}</label>
              ${this.renderInput(`${name}.${part}`, nothing, problem, 'off', 'numeric')}
            </div>`,
        )}
      </div>
    </fieldset>`;
  }

  renderInput(name, describedBy, problem, autocomplete = 'off', inputmode = nothing) {
    return html`<input
      type="text"
      id=${name}
      name=${name}
      autocomplete=${autocomplete}
      inputmode=${inputmode}
      spellcheck="false"
      aria-invalid=${problem ? 'true' : nothing}
      aria-describedby=${describedBy}
    />`;
  }

  async submit(event) {
    event.preventDefault();
    const { value, problems } = readForm(event.target);
    this.problems = problems;
    if (value) return void firstStep.send(value);
    await this.updateComplete;
    const summary = this.renderRoot.querySelector('#summary');
    summary.scrollIntoView({ block: 'nearest' });
    summary.focus({ preventScroll: true });
  }
}

customElements.define('least-form', LeastForm);

globalThis.mountForm = (place) => {
  const form = document.createElement('least-form');
  place.append(form);
  return () => form.remove();
};
globalThis.unmountForm = globalThis.mountForm(document.querySelector('#form'));
