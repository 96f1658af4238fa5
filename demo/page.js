// The page around the partner's page: its options, and the tabs.
import { html, LitElement, nothing } from 'lit';
import { PANELS } from './panels.js';

/** The options of the visitor, by their names. The first value is the default. */
const OPTIONS = {
  page: { accounting: 'Page: accounting', serif: 'Page: dark serif', sidebar: 'Page: sidebar' },
  theme: { none: 'Theme: none', blue: 'Theme: blue', green: 'Theme: green', warm: 'Theme: warm', ink: 'Theme: ink' },
  layout: { page: 'Layout: steps', screens: 'Layout: screens' },
  language: { en: 'English', ar: 'العربية', cy: 'Cymraeg', de: 'Deutsch', es: 'Español', fr: 'Français', pl: 'Polski' },
  fault: { none: 'No fault', slow: 'Slow', failed: 'Error', denied: 'Wrong key', out: 'Signed out', lost: 'Offline' },
};
const renderOption = ([name, values]) => html`
  <select name=${name} aria-label=${name}>
    ${Object.entries(values).map(([value, text]) => html`<option value=${value}>${text}</option>`)}
  </select>
`;

const NOT_LOADED = { requests: [], sandbox: { calls: [] } };

class DemoPage extends LitElement {
  static properties = { chosen: {}, tab: {}, news: {}, isPhone: {} };

  constructor() {
    super();
    this.chosen = Object.fromEntries(Object.entries(OPTIONS).map(([name, values]) => [name, Object.keys(values)[0]]));
    Object.assign(this, { tab: 0, isPhone: false, news: 'ledgerly.example/funding' });
  }

  /** The part of the partner's page for this one; `undefined` while it loads. */
  get demo() {
    return this.querySelector('iframe')?.contentWindow.demo;
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const { demo = NOT_LOADED, chosen, tab, isPhone } = this;
    const set = (change) => Object.assign(this, change);
    const choose = ({ target: { name, value } }) => set({ chosen: { ...chosen, [name]: value } });
    return html`
      <div class="tools line">
        <button type="button" class="primary" @click=${() => set({ news: this.demo?.fillIn() })}>Fill in for me</button>
        <button type="button" @click=${this.#startAgain}>Start again</button>
        <a href="dashboard.html" target="_blank" rel="opener">Dashboard</a>
        <div class="options" @change=${choose}>${Object.entries(OPTIONS).map(renderOption)}</div>
      </div>
      <section class=${isPhone ? 'stage narrow' : 'stage'}>
        <p class="line">
          <span role="status">${this.news}</span>
          <button type="button" aria-pressed=${isPhone} @click=${() => set({ isPhone: !isPhone })}>Phone</button>
        </p>
        <iframe src="partner.html" title="A page of the partner" @load=${this.#start}></iframe>
      </section>
      <section class="behind">
        <div role="tablist" aria-label="Behind the page" @keydown=${this.#move}>
          ${PANELS.map(([title, , count], index) => this.#renderTab(title, count(demo), index))}
        </div>
        <div role="tabpanel" id="panel" aria-labelledby="tab-${tab}" tabindex="0">${PANELS[tab][1](demo, chosen)}</div>
      </section>
    `;
  }

  updated(changed) {
    if (changed.has('chosen')) this.demo?.show(this.chosen);
  }

  #renderTab = (title, count, index) =>
    html`<button
      type="button"
      role="tab"
      id="tab-${index}"
      aria-controls="panel"
      aria-selected=${index === this.tab}
      tabindex=${index === this.tab ? 0 : -1}
      @click=${() => (this.tab = index)}
    >
      ${title} <b>${count || nothing}</b>
    </button>`;

  #start() {
    this.demo.changed = () => this.requestUpdate();
    this.demo.show(this.chosen);
    this.requestUpdate();
  }

  #startAgain() {
    this.news = 'Started again, as a new applicant.';
    this.querySelector('iframe').contentWindow.location.replace('partner.html');
  }

  /** Moves along the tabs by the keyboard, as the tabs pattern of the ARIA practices says. */
  #move(event) {
    const last = PANELS.length - 1;
    const to = { ArrowRight: this.tab + 1, ArrowLeft: this.tab + last, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.tab = to % PANELS.length;
    this.querySelector(`#tab-${this.tab}`).focus();
  }
}

customElements.define('demo-page', DemoPage);
