import { html, LitElement } from 'lit';
import { readColours } from '../src/base/look/colours/page-colours.js';
import type { LendingOnboardingElement } from '../src/components/onboarding/lending-onboarding.js';
import { COLOUR_NAMES, weakPairs, type Colour, type WeakPair } from '../src/base/look/colours/contrast.js';
import { adapterOf } from './samples.js';

/** The colours of a brand. The elements derive the others, or have a default. */
const NAMES = ['accent', 'surface', 'text', 'muted', 'border', 'tint', 'sunken', 'error'] as const;
type Name = (typeof NAMES)[number];
type Scheme = 'light' | 'dark';

const hex = (colour: Colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

const PAGE = `
  theme-editor { display: grid; gap: 1.5rem; padding: 1rem; background: #fff; color: #14212b; color-scheme: light; font: 1rem/1.5 system-ui, sans-serif; }
  theme-editor .tokens { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: 1rem; }
  theme-editor label { display: grid; align-content: end; gap: 0.25rem; }
  theme-editor :is(input, select) {
    box-sizing: border-box; width: 100%; min-height: 48px; border: 1.5px solid #5f6e7a; background: #fff; color: #14212b; font: inherit;
  }
  theme-editor pre { margin: 0; padding: 1rem; overflow-wrap: anywhere; white-space: pre-wrap; background: #14212b; color: #fff; }
  theme-editor :focus-visible { outline: 3px solid; outline-offset: 2px; }`;

/** Shows the journey in the colours that are chosen, measures them, and prints the CSS of a page that has them. */
class ThemeEditor extends LitElement {
  static override properties = {
    scheme: { state: true },
    radius: { state: true },
    least: { state: true },
    weak: { state: true },
    drawn: { state: true },
  };
  declare scheme: Scheme;
  declare radius: string;
  declare least: string;
  declare weak: WeakPair[];
  declare drawn: Partial<Record<Name, string>>;
  readonly #chosen: Record<Scheme, Partial<Record<Name, string>>> = { light: {}, dark: {} };
  readonly #sheet = new CSSStyleSheet();
  readonly #page = new CSSStyleSheet();

  constructor() {
    super();
    [this.scheme, this.radius, this.least, this.weak, this.drawn] = ['light', '', '', [], {}];
    this.#page.replaceSync(PAGE);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.adoptedStyleSheets.push(this.#page, this.#sheet);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const own = [this.#page, this.#sheet];
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !own.includes(one));
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** The declarations of one scheme. */
  #declarations(scheme: Scheme): string[] {
    const colours = Object.entries(this.#chosen[scheme]).map(([name, value]) => `--lending-color-${name}: ${value};`);
    if (scheme === 'dark') return colours;
    if (this.radius) colours.push(`--lending-radius: ${this.radius};`);
    if (this.least) colours.push(`--lending-contrast: ${this.least};`);
    return colours;
  }

  get #css(): string {
    const rule = (lines: string[], space = '') =>
      [`${space}lending-onboarding {`, ...lines.map((line) => `${space}  ${line}`), `${space}}`].join('\n');
    const dark = this.#declarations('dark');
    const media = dark.length ? `\n\n@media (prefers-color-scheme: dark) {\n${rule(dark, '  ')}\n}` : '';
    return rule(this.#declarations('light')) + media;
  }

  override render() {
    return html`
      <form class="tokens" aria-label="Tokens">
        ${this.#select('Colours for', 'scheme', { light: 'light pages', dark: 'dark pages' })}
        ${NAMES.map((name) => this.#colourInput(name))}
        ${this.#select('Corners', 'radius', { '': 'default', '0px': '0px', '4px': '4px', '16px': '16px' })}
        ${this.#select('Least contrast on the accent', 'least', { '': 'default', '7': '7' })}
      </form>
      <div role="status">
        ${
          this.weak.length
            ? html`<ul>
                ${this.weak.map(({ found, remedy }) => html`<li>${found} ${remedy}</li>`)}
              </ul>`
            : 'Every text, border and focus ring has enough contrast.'
        }
      </div>
      <pre>${this.#css}</pre>
      <main><lending-onboarding .adapter=${this.#adapter}></lending-onboarding></main>
    `;
  }

  readonly #adapter = adapterOf();

  #colourInput(name: Name) {
    const choose = ({ target }: Event) => {
      this.#chosen[this.scheme][name] = (target as HTMLInputElement).value;
      this.requestUpdate();
    };
    const value = this.#chosen[this.scheme][name] ?? this.drawn[name] ?? '';
    return html`<label>${name}<input type="color" .value=${value} @input=${choose} /></label>`;
  }

  #select(name: string, property: 'scheme' | 'radius' | 'least', options: Record<string, string>) {
    const change = ({ target }: Event) => Object.assign(this, { [property]: (target as HTMLSelectElement).value });
    return html`<label>
      ${name}
      <select @change=${change}>
        ${Object.entries(options).map(([value, label]) => html`<option value=${value}>${label}</option>`)}
      </select>
    </label>`;
  }

  protected override updated(): void {
    const shown = this.scheme === 'dark' ? { ...this.#chosen.light, ...this.#chosen.dark } : this.#chosen.light;
    const own = this.#declarations('light').filter((line) => !line.startsWith('--lending-color'));
    const lines = [...Object.entries(shown).map(([name, value]) => `--lending-color-${name}: ${value};`), ...own];
    this.#sheet.replaceSync(`theme-editor lending-onboarding { color-scheme: ${this.scheme}; ${lines.join(' ')} }`);
    void this.#measure();
  }

  async #measure(): Promise<void> {
    const preview = this.querySelector<LendingOnboardingElement>('lending-onboarding')!;
    await preview.updateComplete;
    const colours = readColours(preview, COLOUR_NAMES);
    const [weak, drawn] = [weakPairs(colours), Object.fromEntries(NAMES.map((name) => [name, hex(colours[name])]))];
    if (JSON.stringify([weak, drawn]) !== JSON.stringify([this.weak, this.drawn]))
      [this.weak, this.drawn] = [weak, drawn];
  }
}

customElements.define('theme-editor', ThemeEditor);

export const themeEditor = () => html`<theme-editor></theme-editor>`;
