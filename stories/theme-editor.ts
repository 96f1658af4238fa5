import { html, LitElement } from 'lit';
import { parts, readColours, type Colour } from '../src/base/look/colours/page-colours.js';
import type { LendingOnboardingElement } from '../src/components/onboarding/lending-onboarding.js';
import { COLOUR_NAMES, weakPairs, type WeakPair } from '../src/developer/colours.js';
import blue from '../src/themes/blue.css?raw';
import green from '../src/themes/green.css?raw';
import ink from '../src/themes/ink.css?raw';
import warm from '../src/themes/warm.css?raw';
import { adapterOf, askForOffers, prepared, startedAdapter } from './samples.js';
import page from './theme-editor.css?raw';

const THEMES = { blue, green, warm, ink };
type Theme = keyof typeof THEMES;

/** The colours of a brand. The elements derive the others, or have a default. */
const NAMES = ['accent', 'surface', 'text', 'muted', 'border', 'tint', 'sunken', 'error'] as const;
type Name = (typeof NAMES)[number];
type Scheme = 'light' | 'dark';

const hex = (colour: Colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** The first value of a colour in a theme: the one for light pages. */
const colourIn = (theme: Theme, name: Name) => new RegExp(`--lending-color-${name}: (#\\w+)`).exec(THEMES[theme])![1]!;

/** The offers of an applicant who has made all the calls. */
async function offers() {
  const adapter = startedAdapter();
  await prepared(() => askForOffers(adapter));
  return html`<lending-widget .adapter=${adapter}></lending-widget>`;
}

/** Shows four screens in a theme or in the colours of a brand, measures them, and prints the CSS of a page that has them. */
class ThemeEditor extends LitElement {
  static override properties = {
    theme: { state: true },
    scheme: { state: true },
    radius: { state: true },
    least: { state: true },
    weak: { state: true },
    drawn: { state: true },
    news: { state: true },
    widget: { state: true },
  };
  declare theme: Theme | '';
  declare scheme: Scheme;
  declare radius: string;
  declare least: string;
  declare weak: WeakPair[];
  declare drawn: Partial<Record<Name, string>>;
  declare news: string;
  declare widget: unknown;
  readonly #chosen: Record<Scheme, Partial<Record<Name, string>>> = { light: {}, dark: {} };
  /** The styles of the page, of the theme, and of the chosen colours. */
  readonly #sheets = [new CSSStyleSheet(), new CSSStyleSheet(), new CSSStyleSheet()] as const;

  constructor() {
    super();
    Object.assign(this, { theme: '', scheme: 'light', radius: '', least: '', weak: [], drawn: {}, news: '' });
    this.#sheets[0].replaceSync(page);
    void offers().then((widget) => (this.widget = widget));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.adoptedStyleSheets.push(...this.#sheets);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !this.#sheets.includes(one));
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
    const [light, dark] = [this.#declarations('light'), this.#declarations('dark')];
    return [
      this.theme && `@import url('/api/lending/elements/themes/${this.theme}.css');`,
      light.length > 0 && rule(light),
      dark.length > 0 && `@media (prefers-color-scheme: dark) {\n${rule(dark, '  ')}\n}`,
    ]
      .filter(Boolean)
      .join('\n\n');
  }

  override render() {
    return html`
      <form aria-label="Theme" @submit=${(event: Event) => event.preventDefault()}>
        <fieldset>
          <legend>Start with</legend>
          ${(Object.keys(THEMES) as Theme[]).map((theme) => this.#themeButton(theme))}
          <label
            >Or paste your colour
            <input placeholder="#5b21b6" autocomplete="off" spellcheck="false" @input=${this.#paste}
          /></label>
        </fieldset>
        ${this.#select('Page', 'scheme', [['light'], ['dark']])}
        ${this.#select('Corners', 'radius', [['', 'as in the theme'], ['0px'], ['4px'], ['16px']])}
        ${this.#select('Least contrast on the accent', 'least', [
          ['', '4.5 : 1'],
          ['7', '7 : 1'],
        ])}
        <fieldset>
          <legend>Every colour of a ${this.scheme} page</legend>
          <div class="colours">${NAMES.map((name) => this.#colourInput(name))}</div>
        </fieldset>
        <div role="status">
          ${
            this.weak.length
              ? html`<ul>
                  ${this.weak.map(({ found, remedy }) => html`<li>${found} ${remedy}</li>`)}
                </ul>`
              : 'Every text, border and focus ring has enough contrast.'
          }
          ${this.news}
        </div>
        <pre>${this.#css}</pre>
        <button type="button" @click=${this.#copy}>Copy the CSS</button>
      </form>
      <main>
        <div><lending-onboarding layout="screens" .adapter=${this.#adapters[0]}></lending-onboarding></div>
        <div><lending-prequalification .adapter=${this.#adapters[1]}></lending-prequalification></div>
        <div><lending-consent .adapter=${this.#adapters[2]}></lending-consent></div>
        <div>${this.widget}</div>
      </main>
    `;
  }

  readonly #adapters = [adapterOf(), startedAdapter(), startedAdapter()] as const;

  #themeButton(theme: Theme) {
    const choose = () => {
      [this.#chosen.light, this.#chosen.dark, this.theme] = [{}, {}, theme];
    };
    return html`<button type="button" class="theme" aria-pressed=${this.theme === theme} @click=${choose}>
      <svg viewBox="0 0 12 6" aria-hidden="true">
        <rect width="12" height="6" fill=${colourIn(theme, 'tint')} />
        <rect x="1" y="1" width="10" height="4" fill=${colourIn(theme, 'accent')} />
      </svg>
      ${theme}
    </button>`;
  }

  #paste = ({ target }: Event) => {
    const colour = (target as HTMLInputElement).value.trim();
    const isColour = CSS.supports('color', colour);
    this.news = isColour || !colour ? '' : `“${colour}” is not a colour.`;
    if (!isColour) return;
    const accent = hex(parts(colour));
    [this.#chosen.light, this.#chosen.dark, this.theme] = [{ accent }, {}, ''];
    this.requestUpdate();
  };

  #copy = async () => {
    this.news = await navigator.clipboard.writeText(this.#css).then(
      () => 'Copied.',
      () => 'The browser does not allow copying here. Select the text, and copy it.',
    );
  };

  #colourInput(name: Name) {
    const choose = ({ target }: Event) => {
      this.#chosen[this.scheme][name] = (target as HTMLInputElement).value;
      this.requestUpdate();
    };
    const value = this.#chosen[this.scheme][name] ?? this.drawn[name] ?? '';
    return html`<label>${name}<input type="color" .value=${value} @input=${choose} /></label>`;
  }

  #select(name: string, property: 'scheme' | 'radius' | 'least', options: [value: string, label?: string][]) {
    const change = ({ target }: Event) => Object.assign(this, { [property]: (target as HTMLSelectElement).value });
    return html`<label>
      ${name}
      <select @change=${change}>
        ${options.map(([value, label = value]) => html`<option value=${value}>${label}</option>`)}
      </select>
    </label>`;
  }

  protected override updated(): void {
    const shown = this.scheme === 'dark' ? { ...this.#chosen.light, ...this.#chosen.dark } : this.#chosen.light;
    const own = this.#declarations('light').filter((line) => !line.startsWith('--lending-color'));
    const lines = [...Object.entries(shown).map(([name, value]) => `--lending-color-${name}: ${value};`), ...own];
    this.#sheets[1].replaceSync(this.theme ? THEMES[this.theme] : '');
    this.#sheets[2].replaceSync(`theme-editor main { color-scheme: ${this.scheme}; ${lines.join(' ')} }`);
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
