import { expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../support/wait.js';
import { LendingElement } from '../../src/base/element.js';
import { LendingCompanyElement } from '../../src/components/company/lending-company.js';
import { LendingOnboardingElement } from '../../src/components/onboarding/lending-onboarding.js';
import { version } from '../../src/version.js';

interface Page extends Window {
  console: Console;
  customElements: CustomElementRegistry;
  HTMLElement: typeof HTMLElement;
  eval(code: string): unknown;
}

describe('LendingElement', () => {
  /** A frame of its own, in which nothing is registered, and its warnings. */
  async function setup(prepare: (page: Page) => void = () => undefined) {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe></iframe>`);
    const page = frame.contentWindow as unknown as Page;
    const warnings: string[] = [];
    page.console.warn = (message: string) => message.includes('lending-elements') && warnings.push(message);
    prepare(page);
    const load = (file: string) => page.eval(`import('${new URL(`../../src/${file}`, import.meta.url).href}')`);
    /** The class of a tag, without its registration. */
    const loadClass = async (tag: string, query = '') => {
      const loaded = await load(`components/${tag}/lending-${tag}.ts${query}`);
      return Object.values(loaded as object).find((value) => value.tag === `lending-${tag}`) as typeof LendingElement;
    };
    return { page, warnings, load, loadClass };
  }

  it('registers nothing by being imported', async () => {
    const { page, load } = await setup();
    await load('index.ts');
    for (const tag of ['lending-onboarding', 'lending-company', 'lending-widget']) {
      expect(page.customElements.get(tag), tag).to.be.undefined;
    }
  });

  it('registers its tag, and those of the elements that it renders', async () => {
    const { page, loadClass } = await setup();
    const Onboarding = await loadClass('onboarding');
    Onboarding.define();
    expect(page.customElements.get('lending-onboarding') === (Onboarding as unknown)).to.be.true;
    expect(page.customElements.get('lending-company')).to.be.a('function');
    expect(page.customElements.get('lending-widget')).to.be.undefined;
  });

  it('can be registered twice', async () => {
    const { warnings, loadClass } = await setup();
    const Company = await loadClass('company');
    Company.define();
    Company.define();
    expect(warnings).to.be.empty;
    LendingOnboardingElement.define();
    LendingCompanyElement.define();
  });

  it('does not replace a tag that another version has registered, and warns once with both versions', async () => {
    const { page, warnings, loadClass } = await setup(({ eval: run }) =>
      run(`for (const tag of ['lending-company', 'lending-onboarding'])
        customElements.define(tag, class extends HTMLElement { static version = '9.8.7' })`),
    );
    const Onboarding = await loadClass('onboarding');
    Onboarding.define();
    Onboarding.define();
    expect(page.customElements.get('lending-company')).to.have.property('version', '9.8.7');
    await waitUntil(() => warnings.length > 0);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include('9.8.7').and.to.include(version);
  });

  it('warns of a tag that is already defined', async () => {
    const { warnings, loadClass } = await setup(({ eval: run }) =>
      run(`customElements.define('lending-company', class extends HTMLElement {})`),
    );
    (await loadClass('company')).define();
    await waitUntil(() => warnings.length > 0);
    expect(warnings[0]).to.include('an unknown version');
  });

  it('lets two versions of the library share a page, each with the tags that it registered first', async () => {
    const { page, loadClass } = await setup();
    const first = await loadClass('company');
    const second = await loadClass('company', '?second');
    first.define();
    second.define();
    expect(page.customElements.get('lending-company') === (first as unknown)).to.be.true;
  });

  it('loads the sentences of a step, however the step is created', async () => {
    const { page, loadClass } = await setup();
    const Step = await loadClass('prequalification');
    Step.define();
    const element = page.document.createElement('lending-prequalification') as LendingElement;
    page.document.body.append(element);
    await element.updateComplete;
    expect(element.shadowRoot!.textContent).to.include('How much do you want to borrow?');
  });
});

describe('a declarative shadow root', () => {
  it('is emptied before anything is shown', async () => {
    const page = await fixture<HTMLElement>(html`<div></div>`);
    page.setHTMLUnsafe('<x-came><template shadowrootmode="open"><input type="checkbox" checked></template></x-came>');
    const element = page.firstElementChild!;
    expect(element.shadowRoot!.querySelector('input')).to.exist;
    class Came extends LendingElement {
      static override readonly tag = 'x-came';
    }
    Came.define();
    expect(element).to.be.instanceOf(Came);
    expect(element.shadowRoot!.querySelector('input')).to.be.null;
  });
});
