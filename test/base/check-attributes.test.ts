import { expect, fixture } from '@open-wc/testing';
import { checkPage } from '../../src/developer/page.js';
import { LendingCompanyElement } from '../../src/components/company/lending-company.js';
import { LendingOnboardingElement } from '../../src/components/onboarding/lending-onboarding.js';
import * as elements from '../../src/index.js';

LendingOnboardingElement.define();

/** Values of an attribute, and whether each turns it on. */
const VALUES = ['', 'true', 'on', 'of', 'off', 'false', ' False '];
const ON = [true, true, true, true, false, false, false];

describe('the attributes of an element', () => {
  const warnings: string[] = [];
  const { warn } = console;
  before(() => (console.warn = (message: string) => warnings.push(message)));
  after(() => (console.warn = warn));

  async function check(attributes: string) {
    const element = await fixture<LendingOnboardingElement>(`<lending-onboarding ${attributes}></lending-onboarding>`);
    warnings.length = 0;
    checkPage(element);
    checkPage(element);
    return warnings.map((message) => message.replace('<lending-onboarding>: ', ''));
  }

  const WRONG = {
    'layout="steps"': 'layout must be "page" or "screens", so the given value does nothing.',
    'layout="screen"': 'layout must be "page" or "screens", so the given value does nothing. Did you mean "screens"?',
    'history="none"': 'history must be "on" or "off", so the given value does nothing.',
    'diagnostics="quiet"': 'diagnostics must be "on" or "off", so the given value does nothing.',
    pageTitle: 'the attribute pagetitle does nothing. Did you mean "page-title"?',
    'locale="de"': 'the attribute locale does nothing. Did you mean "lang"?',
    'adapter="x"': 'adapter is a property and not an attribute. Set it with a script: element.adapter = ….',
    'prefill="{company}"': 'the attribute prefill is not a JSON object, so it does nothing.',
  };
  for (const [attributes, message] of Object.entries(WRONG))
    it(`explains ${attributes}, once`, async () => expect(await check(attributes)).to.deep.equal([message]));

  for (const attributes of [
    'endpoint="/api" layout="Screens" history="false" diagnostics="on" page-title steps="company review"',
    'class="x" id="x" lang="de" dir="rtl" data-layouts="x" aria-label="x" v-bind="x" _nghost="x" theme="dark"',
  ])
    it(`does not warn about ${attributes}`, async () => expect(await check(attributes)).to.be.empty);

  it('does not warn if diagnostics are off', async () =>
    expect(await check('layout="columns" diagnostics="false"')).to.be.empty);

  it('are off if they are missing or say “off” or “false”: the booleans of every element', () => {
    const classes = Object.values(elements).filter((one) => typeof one === 'function' && 'elementProperties' in one);
    const booleans = classes.flatMap((Element) =>
      [...Element.elementProperties].flatMap(([property, { type, attribute }]) =>
        type === Boolean ? [{ Element, property, name: String(attribute ?? property) }] : [],
      ),
    );
    expect(booleans).to.have.length.above(5);
    for (const { Element, property, name } of booleans) {
      Element.define();
      const made = document.createElement(Element.tag);
      const state = () => made[property as keyof HTMLElement];
      const states = [state(), ...VALUES.map((value) => (made.setAttribute(name, value), state()))];
      made.setAttribute(name, '');
      made.removeAttribute(name);
      expect([...states, state()], `${Element.tag} ${name}`).to.deep.equal([false, ...ON, false]);
    }
  });

  it('turn the history off by “off” and “false” only', () => {
    const made = document.createElement('lending-onboarding');
    expect(made.history).to.equal('on');
    const isOn = VALUES.map((value) => (made.setAttribute('history', value), made.history === 'on'));
    expect(isOn).to.deep.equal(ON);
  });

  it('prefill a step with the JSON in `prefill`', async () => {
    LendingCompanyElement.define();
    const markup = `<lending-company prefill='{"registered_name":"Sample Bakery Ltd"}'></lending-company>`;
    const element = await fixture<LendingCompanyElement>(markup);
    await element.updateComplete;
    const input = element.renderRoot.querySelector<HTMLInputElement>('[name="registered_name"]')!;
    expect(input.value).to.equal('Sample Bakery Ltd');
  });
});
