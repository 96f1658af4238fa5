import { html, noChange, nothing, type TemplateResult } from 'lit';
import { isBlank, type Reading } from '../../schema/fields/form.js';
import type { LookupName } from '../../schema/calls/lookups.js';
import { reportFailure, toLendingError } from '../failure/failure.js';
import type { FormState } from '../fields/form-state.js';
import { lookupText } from '../text/locales/en-lookup.js';
import { backendOf, type LendingStepElement } from '../step/step.js';
import { foundCard } from './found-card.js';
import { KINDS, settleHouseNumber, type LookupKind } from './kinds.js';
import { SearchBox } from './search-box.js';
import { Suggestions } from './suggestions.js';

type Step = LendingStepElement<unknown>;

type View = 'search' | 'found' | 'fields';

type Parts = readonly (TemplateResult | typeof nothing)[];

const isOf = (name: string, field: string) => name === field || name.startsWith(`${field}.`);

/**
 * The search of a form for the company, or for one address. The result fills in inputs of the draft, and the draft also notes the names
 * of these inputs, and the warnings. So the card survives a reload, and the fields are sent as if the applicant had typed them.
 */
export class Lookup {
  readonly #kind: LookupKind<object>;
  readonly #fields: readonly string[];
  /** `#query`: the name of the search's input. `#note`: the name under which the draft has the names of the filled inputs. */
  readonly #query: string;
  readonly #note: string;
  #box: SearchBox;
  /** The search in an input that was on the page before it. */
  #suggestions: Suggestions | undefined;
  #chosen: 'search' | 'fields' | undefined;
  /** The view that stays until the next one has the focus: screen readers may not follow a focus that was lost before. */
  #leaving: View | undefined;
  #shown: View | undefined;

  constructor(
    readonly step: Step,
    readonly name: LookupName,
    readonly path: string,
    isFirst: boolean,
  ) {
    this.#kind = KINDS[name];
    this.#fields = this.#kind.fields(path);
    const start = path && `${path}.`;
    this.#query = `${start}query`;
    this.#note = `${start}lookup`;
    const input = isFirst ? this.#inputOnPage : undefined;
    this.#box = this.#boxFor(input?.name ?? this.#query);
    if (input) {
      this.#chosen = 'fields';
      this.#suggestions = new Suggestions(input, step, this.#box);
    }
    step.addController({ hostDisconnected: () => this.stop() });
    // If the applicant is typing into a field, the fields stay.
    const keep = (target: unknown) => {
      if (target instanceof HTMLInputElement && this.#covers(target.name)) this.#chosen = 'fields';
    };
    keep((step.renderRoot as ShadowRoot).activeElement);
    step.renderRoot.addEventListener('input', ({ target }) => keep(target));
  }

  stop(): void {
    this.#box.stop();
  }

  /** Shows the fields if one of them has a problem. */
  refresh(): void {
    // The fields and their problems are visible next to these results, so the search continues.
    if (this.#suggestions) this.#suggestions.update();
    else if (this.step.problems.some(({ path }) => this.#covers(path))) this.#showFields();
  }

  /** Whether the search or the card is shown instead of a field. */
  hides(field: string): boolean {
    const view = this.#view;
    return view === 'found' ? this.#filled.includes(field) : view === 'search' && this.#fields.includes(field);
  }

  /** Renders the search or the card instead of `fields`, or the fields as they are without a search. */
  renderOr(form: FormState, fields: () => Parts): Parts {
    return this.#suggestions ? fields() : [this.render(form, fields)];
  }

  /** Renders the search, the card, or a button for the search after `fields`. */
  render(form: FormState, fields: () => unknown = () => nothing): TemplateResult | typeof nothing {
    if (this.#suggestions) return nothing;
    const shown = (this.#shown = this.#view);
    const views = (['search', 'found', 'fields'] as const).map((view) =>
      view === shown ? this.#renderView(view, form, fields) : view === this.#leaving ? noChange : nothing,
    );
    return html`${views}`;
  }

  #renderView(view: View, form: FormState, fields: () => unknown): TemplateResult {
    if (view === 'search') {
      const label = `lookup.${this.name}.own` as const;
      return html`<div class="lookup">${this.#box.render(form)} ${this.#button(form, label, 'fields')}</div>`;
    }
    if (view === 'fields') {
      const mayOffer = !this.step.fixed.some((name) => this.#covers(name)) && this.#isOffered;
      return html`${fields()}${mayOffer ? this.#button(form, `lookup.${this.name}.search`, 'search') : nothing}`;
    }
    const change = () => void this.#show('search');
    const [name, path, filled] = [this.name, this.path, this.#filled];
    const names = [...filled, ...Object.keys(form.draft).filter((one) => this.#covers(one))];
    return foundCard(form, { name, path, id: this.#query, filled, names, change });
  }

  /** Replaces the problems of fields that are not shown, or shows the fields. */
  async check<T>(reading: Reading<T>): Promise<Reading<T>> {
    const { draft } = this.step;
    const view = this.#view;
    const isWrong = reading.problems.some(({ path }) => this.#covers(path));
    if (view === 'search') {
      if (!isWrong && isBlank(draft[this.#query]) && this.#isBlank) return reading;
      const others = reading.problems.filter(({ path }) => !this.#covers(path));
      return { value: undefined, problems: [{ path: this.#query, reason: 'unchosen' }, ...others] };
    }
    if (view === 'found' && isWrong) {
      this.#showFields();
      this.step.requestUpdate();
      // The problems are sorted in the order of the inputs.
      await this.step.updateComplete;
    }
    return reading;
  }

  /** The first input of the fields, if the form showed it before the session reported the search. It must not disappear. */
  get #inputOnPage(): HTMLInputElement | undefined {
    const { draft, renderRoot } = this.step;
    if (!this.#isOffered || draft[this.#note] || !isBlank(draft[this.#query])) return undefined;
    const inputs = this.#kind
      .searchable(this.path)
      .map((name) => renderRoot.querySelector<HTMLInputElement>(`input[id="${CSS.escape(name)}"]`));
    return inputs.find((input) => input && !input.readOnly) ?? undefined;
  }

  #boxFor(name: string): SearchBox {
    const step = this.step;
    return new SearchBox({
      name,
      keep: (text) => (step.draft[name] = text),
      search: (query, signal) => this.#search(query, signal),
      words: (found) => this.#kind.words(step, found),
      choose: (found) => void this.#choose(found),
      update: () => (this.#suggestions ? this.#suggestions.update() : step.requestUpdate()),
    });
  }

  get #filled(): readonly string[] {
    return this.step.draft[this.#note]?.split(' ') ?? [];
  }

  get #isBlank(): boolean {
    const { draft } = this.step;
    return Object.keys(draft).every((name) => isBlank(draft[name]) || !this.#fields.some((field) => isOf(name, field)));
  }

  /** Whether the adapter has the call: the page's own adapter may not have it. */
  get #isOffered(): boolean {
    const { adapter } = this.step;
    return !adapter || !!this.#kind.call(adapter);
  }

  get #view(): View {
    const { draft, fixed } = this.step;
    if (draft[this.#note]) return 'found';
    if (!this.#isOffered || fixed.some((name) => this.#covers(name))) return 'fields';
    return this.#chosen ?? (this.#isBlank ? 'search' : 'fields');
  }

  /** Whether the search, or its result, replaces the field called `name`, or a part of that field. */
  #covers(name: string): boolean {
    return [...this.#fields, ...this.#filled].some((field) => isOf(name, field));
  }

  #showFields(): void {
    delete this.step.draft[this.#note];
    this.#chosen = 'fields';
    this.stop();
  }

  #button(form: FormState, label: Parameters<ReturnType<typeof lookupText>['term']>[0], view: 'search' | 'fields') {
    return html`<button part="switch" class="plain" type="button" @click=${() => void this.#show(view)}>
      ${form.text.maybe(label)}
    </button>`;
  }

  async #search(query: string, signal: AbortSignal): Promise<readonly object[]> {
    try {
      return await this.#kind.call(await backendOf(this.step))!(query, { signal });
    } catch (error) {
      if (!signal.aborted) reportFailure(this.step, this.step.step, toLendingError(error));
      throw error;
    }
  }

  /** Fills in the inputs from a result. The form shows the fields that the result does not have, or all lines of an incomplete address. */
  async #choose(found: object): Promise<void> {
    const step = this.step;
    const { draft } = step;
    for (const name of Object.keys(draft)) if (this.#fields.some((field) => isOf(name, field))) delete draft[name];
    delete draft[this.#query];
    Object.assign(draft, this.#kind.inputs(step, this.path, found));
    settleHouseNumber(step, this.path || 'address');
    this.#suggestions?.fill(draft);
    const problems = this.#kind.problems(step, this.path);
    const isGood = (field: string) => !problems.some(({ path }) => isOf(path, field));
    const isGiven = (field: string) => Object.keys(draft).some((name) => isOf(name, field));
    const filled = [...this.#fields, ...this.#kind.more].filter((field) => isGiven(field) && isGood(field));
    const isCard = this.name === 'company' || this.#fields.every(isGood);
    step.problems = step.problems.filter(({ path }) => path !== this.#query && !this.#covers(path));
    const note = isCard ? [...filled, ...this.#kind.warnings(step, found)].join(' ') : undefined;
    await this.#show(isCard ? undefined : 'fields', note);
  }

  /** Shows another view, keeps the draft as after a typed change, and moves the focus there. */
  async #show(view: 'search' | 'fields' | undefined, note?: string): Promise<void> {
    const step = this.step;
    this.#leaving = this.#shown;
    delete step.draft[this.#note];
    if (note !== undefined) step.draft[this.#note] = note;
    this.#chosen = view;
    this.stop();
    if (this.#suggestions && view !== 'fields') {
      this.#suggestions = undefined;
      this.#box = this.#boxFor(this.#query);
    }
    step.requestUpdate();
    await step.updateComplete;
    const form = step.renderRoot.querySelector('form')!;
    form.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    form.dispatchEvent(new Event('change', { bubbles: true }));
    await step.updateComplete;
    const fields = this.#fields.map((field) => `[name^="${CSS.escape(field)}"]`).join();
    const target = view === 'fields' ? fields : `[id="${CSS.escape(this.#query)}${view ? '' : '-card'}"]`;
    step.renderRoot.querySelector<HTMLElement>(target)?.focus();
    this.#leaving = undefined;
    step.requestUpdate();
  }
}
