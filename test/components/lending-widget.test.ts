import { expect, fixture, html } from '@open-wc/testing';
import { LendingWidgetElement } from '../../src/components/lending-widget.js';
import type { LendingErrorCode } from '../../src/errors.js';
import { answering, at, held, unreachable } from '../support/faults.js';
import { eventAfter, find, focused, part, told, words } from '../support/form.js';
import { type StackOptions } from '../support/stack.js';
import {
  failed,
  freshScript,
  hand_off,
  missingScript,
  offers,
  ready,
  scriptTags,
  settings,
  setup,
} from '../support/widget.js';
import { waitUntil } from '../support/wait.js';

const failing = (code: LendingErrorCode, options: StackOptions) => ({ code, options });
const FAILURES = {
  'the script is not there': failing('script-failed', { handler: { widget: missingScript() } }),
  'the script defines something else': failing('script-no-global', {
    handler: { widget: { ...freshScript(), hand_off: { ...hand_off, global: 'AnotherWidget' } } },
  }),
  'the script has no such function': failing('script-no-global', {
    handler: {
      widget: {
        ...freshScript(),
        hand_off: { ...hand_off, calls: [{ method: 'begin', arguments: [{ token: '{access_token}' }] }] },
      },
    },
  }),
  'the script comes from a refused address': failing('script-not-allowed', {
    handler: { widget: { ...settings, script_url: 'http://partner.example/widget.js' } },
  }),
  'no widget is configured': failing('widget-not-configured', { handler: { widget: undefined } }),
  'the lender gives no token': failing('upstream-failed', {
    service: at('/auth', answering('', { status: 500 })),
  }),
  'the backend gives no token': failing('adapter-unreachable', { page: at('/widget-token', unreachable) }),
  'the token is not good': failing('widget-token-expired', {
    service: at('/auth', answering('{"access_token":"stale"}', { status: 201 })),
  }),
};

describe('<lending-widget>', () => {
  it('is accessible while it loads, and when it is there', async () => {
    const { element } = await setup();
    await expect(element).to.be.accessible();
    await ready(element);
    await expect(element).to.be.accessible();
  });

  it('says that it loads, then shows the offers behind the token', async () => {
    const { element, events } = await setup();
    expect(element.matches(':state(loading)')).to.be.true;
    expect(words(find(element, '[role="status"]'))).to.equal('Loading your offers…');
    await ready(element);
    expect(offers(element)).to.deep.equal(['Sample Bank', 'Example Finance', 'Placeholder Credit Union']);
    expect(events.map(({ type }) => type)).to.deep.equal(['lending-loading', 'lending-ready']);
    await element.updateComplete;
    expect(words(find(element, '[role="status"]'))).to.equal('');
  });

  it('takes the script from code where it is set there', async () => {
    const widget = freshScript();
    const { mount } = await setup({ handler: { widget: undefined } });
    await ready(await mount({ widget }));
  });

  it('takes no script from HTML', async () => {
    const { element, place } = await setup();
    await ready(element);
    const address = missingScript().script_url;
    place.innerHTML = `<lending-widget widget='{"script_url":"${address}"}' script-url="${address}" src="${address}"></lending-widget>`;
    const made = place.firstElementChild as LendingWidgetElement;
    made.adapter = element.adapter;
    await ready(made);
    expect(scriptTags(address)).to.equal(0);
  });

  it('keeps the token out of the document, the storage, the address and the events', async () => {
    const { element, tokens, events, place } = await setup();
    await ready(element);
    expect(tokens).to.have.length(1);
    const shadows = [...place.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot?.innerHTML ?? '');
    const stored = [
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state as unknown,
    ];
    const seen = [document.documentElement.outerHTML, ...shadows, JSON.stringify(stored), ...events.map(told)].join(
      '\n',
    );
    expect(seen).not.to.include(tokens[0]);
    expect(Object.values(element).map(String).join()).not.to.include(tokens[0]);
  });

  for (const [what, { code, options }] of Object.entries(FAILURES)) {
    it(`says so when ${what}`, async () => {
      const { element, events, tokens } = await setup(options);
      await failed(element);
      const { error, step } = events.at(-1) as HTMLElementEventMap['lending-error'];
      expect([error.code, step]).to.deep.equal([code, 'widget']);
      for (const token of tokens)
        expect(`${error.message} ${String(error.cause)} ${error.stack}`).not.to.include(token);
      await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
      expect(words(find(element, '#failure h3'))).to.equal('Your offers could not be shown');
      expect(element.childElementCount).to.equal(0);
      await expect(element).to.be.accessible();
    });
  }

  it('leaves the focus with an applicant who is busy elsewhere on the page', async () => {
    const { element, place } = await setup({ handler: { widget: missingScript() } });
    const input = place.appendChild(document.createElement('input'));
    input.ariaLabel = 'Search';
    input.focus();
    await failed(element);
    await element.updateComplete;
    expect(find(element, '#failure')!.checkVisibility()).to.be.true;
    expect(focused() === input).to.be.true;
    part(element, 'retry').focus();
    await eventAfter(element, 'lending-error', () => part(element, 'retry').click());
    await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus of the element');
  });

  it('loads its script while its token is on its way', async () => {
    const widget = freshScript();
    const { fault, release } = held();
    const page = at('/widget-token', fault);
    const { element } = await setup({ page, handler: { widget } });
    await waitUntil(() => scriptTags(widget.script_url) === 1, 'the script is asked for');
    expect(element.matches(':state(loading)')).to.be.true;
    release();
    await ready(element);
    expect(scriptTags(widget.script_url)).to.equal(1);
    expect(offers(element)).to.have.length(3);
  });

  it('loads no script before its token that reads the token while it runs', async () => {
    const widget = {
      script_url: freshScript().script_url,
      hand_off: { ...hand_off, globals: { settings: '{access_token}' } },
    };
    const other = freshScript();
    const { fault } = held();
    const { mount } = await setup({ page: at('/widget-token', fault), handler: { widget } });
    // Another one, which may, tells that the first has had its time.
    await mount({ widget: other });
    await waitUntil(() => scriptTags(other.script_url) === 1, 'the other script is asked for');
    expect(scriptTags(widget.script_url)).to.equal(0);
  });

  it('says that the applicant is offline, and that the page can be loaded again', async () => {
    const { element } = await setup({ handler: { widget: missingScript() } });
    await failed(element);
    expect(words(find(element, '#failure'))).to.include('reload the page');
    expect(element.text.failure('script-offline')).to.include('You may be offline');
  });

  it('goes on, and tells nothing, when the page is left and comes back', async () => {
    const { element, events, tokens } = await setup();
    await ready(element);
    const [container] = element.children;
    const before = events.length;
    for (const type of ['pagehide', 'pageshow']) {
      dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      await element.updateComplete;
    }
    expect(element.matches(':state(ready)')).to.be.true;
    expect(element.children[0] === container, 'it is the same widget').to.be.true;
    expect([events.length, tokens.length]).to.deep.equal([before, 1]);
  });

  it('refuses an endpoint of another origin in HTML', async () => {
    const made = await fixture<LendingWidgetElement>(
      html`<lending-widget endpoint="https://partner.example/api"></lending-widget>`,
    );
    await failed(made);
    await made.updateComplete;
    expect(words(find(made, '#failure'))).to.include('There is a problem with this site.');
  });
});
