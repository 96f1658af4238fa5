import { expect, fixture, html } from '@open-wc/testing';
import { LendingWidgetElement } from '../../src/components/lending-widget.js';
import { LendingError } from '../../src/errors.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { eventAfter, heard } from '../support/form.js';
import { failed, freshScript, offers, ready, setup } from '../support/widget.js';
import { printed, warned } from '../support/console.js';
import { waitUntil } from '../support/wait.js';

/** What a page can set, in ways that types would not let through. */
type Wrong = { [Name in keyof LendingWidgetElement]?: unknown };

/** Mounts a widget that is set in code, and answers with the failure that it tells. */
async function failureOf(properties: Wrong): Promise<LendingError> {
  const { mount, events } = await setup();
  const before = events.length;
  const element = await mount({ timeout: 400, ...properties });
  await failed(element);
  const errors = events.slice(before).filter(({ type, target }) => type === 'lending-error' && target === element);
  expect(errors).to.have.length(1);
  return (errors[0] as HTMLElementEventMap['lending-error']).error;
}

const SECRET = 'a-secret-that-is-no-token';

describe('<lending-widget> and its getToken', () => {
  const ANSWERS: Record<string, [unknown, RegExp]> = {
    undefined: [undefined, /answered with undefined/],
    null: [null, /answered with null/],
    'an empty string': ['', /answered with an empty string/],
    'a number': [42, /answered with a number/],
    'an object': [{ access_token: SECRET }, /answered with an object\. Return its access_token\./],
    'a list': [[SECRET], /answered with an array/],
    'a response': [
      new Response(SECRET),
      /answered with a Response\. Return \(await response\.json\(\)\)\.access_token\./,
    ],
    'a function': [() => SECRET, /answered with a function/],
    'a string with a blank': [`Bearer ${SECRET}`, /white space or control characters\. .* without "Bearer"/],
    'a string with a line feed': [`${SECRET}\n`, /white space or control characters/],
    'a string with a NUL': [`${SECRET}\0`, /white space or control characters/],
    'a word that was nothing': ['undefined', /the word "undefined"/],
  };
  for (const [what, [answer, says]] of Object.entries(ANSWERS)) {
    it(`is told by its kind, not by its value, when it answers with ${what}`, async () => {
      const { code, message, recoverable } = await failureOf({ getToken: async () => answer });
      expect([code, recoverable]).to.deep.equal(['widget-no-token', true]);
      expect(message)
        .to.match(says)
        .and.to.match(/^getToken\(\)/)
        .and.not.to.include(SECRET);
    });
  }

  it('is named when it throws or rejects, with the cause', async () => {
    const cause = new TypeError('the session is over');
    for (const getToken of [
      () => {
        throw cause;
      },
      () => Promise.reject(cause),
    ]) {
      const error = await failureOf({ getToken });
      expect([error.code, error.cause === cause]).to.deep.equal(['widget-no-token', true]);
      expect(error.message).to.match(/^getToken\(\) failed\. See the cause\./);
    }
  });

  it('keeps the failure of a call that it makes through an adapter', async () => {
    const cause = new LendingError('handler-signed-out', 'Nobody is signed in.');
    expect(await failureOf({ getToken: () => Promise.reject(cause) })).to.equal(cause);
  });

  it('is named when it never answers, within the limit of the widget', async () => {
    const start = performance.now();
    const { code, message } = await failureOf({ getToken: () => new Promise(() => undefined) });
    expect(performance.now() - start).to.be.lessThan(2000);
    expect(code).to.equal('widget-no-token');
    expect(message).to.match(/^getToken\(\) did not answer within 0\.4 seconds\./);
  });

  it('is asked again by a retry, and a token that comes late starts nothing', async () => {
    const late: ((token: string) => void)[] = [];
    const { mount, events } = await setup();
    const element = await mount({ timeout: 400, getToken: () => new Promise<string>((resolve) => late.push(resolve)) });
    await failed(element);
    late[0]!('too-late');
    const { adapter } = element;
    element.timeout = 15_000;
    element.getToken = async () => (await adapter!.authenticate()).access_token;
    await ready(element);
    expect(offers(element)).to.have.length(3);
    expect(events.filter(({ type, target }) => type === 'lending-ready' && target === element)).to.have.length(1);
  });

  it('may answer with a token that is no promise', async () => {
    const { element, mount } = await setup();
    await ready(element);
    const { access_token } = await element.adapter!.authenticate();
    const getToken = (() => access_token) as unknown as () => Promise<string>;
    await ready(await mount({ getToken }));
  });

  it('is not needed by an adapter, whose answer is looked at, too', async () => {
    const { element } = await setup();
    await ready(element);
    const authenticate = async () => ({ access_token: undefined as unknown as string });
    const { error } = await eventAfter(element, 'lending-error', () => {
      element.adapter = { ...element.adapter!, authenticate };
      void element.reload();
    }).then((event) => event as HTMLElementEventMap['lending-error']);
    expect([error.code, error.message.split(';')[1]]).to.deep.equal([
      'widget-no-token',
      ' it answered with undefined. Return the access_token alone, without quotes and without "Bearer".',
    ]);
  });
});

describe('<lending-widget> that is set in code', () => {
  const MISTAKES: Record<string, [Wrong, RegExp]> = {
    'isolation with a typing error': [{ isolation: 'fame' }, /isolation is "fame", .* Did you mean "frame"\?/],
    'isolation with capitals': [{ isolation: 'Frame' }, /Did you mean "frame"\?/],
    'isolation that is something else': [{ isolation: true }, /isolation is "true", and neither "page" nor "frame"\.$/],
    'isolation of the settings with a typing error': [
      { widget: { ...freshScript(), isolation: 'fram' } },
      /isolation is "fram", .* Did you mean "frame"\?/,
    ],
    'settings of the widget as a string': [
      { widget: '{}' },
      /widget must be an object; it is a string\. .*JSON\.parse/,
    ],
    'settings of the widget as a list': [{ widget: [] }, /widget must be an object; it is an array/],
    'a misspelt setting': [
      { widget: { embedcode: '{access_token}' } },
      /"embedcode" is not a setting of widget\. Did you mean "embed_code"\?/,
    ],
    'a misspelt setting of the hand-off': [
      { widget: { ...freshScript(), hand_off: { global: 'X', call: [] } } },
      /"hand_off\.call" is not a setting of widget\. Did you mean "calls"\?/,
    ],
    'a misspelt part of a call': [
      { widget: { ...freshScript(), hand_off: { global: 'X', calls: [{ method: 'a', argument: [] }] } } },
      /"hand_off\.calls\.0\.argument" is not a setting of widget\. Did you mean "arguments"\?/,
    ],
    'settings without a script': [{ widget: {} }, /names no embed_code and no script_url/],
    'embed code that is none': [
      { widget: { embed_code: { html: '' } } },
      /widget\.embed_code must be a text; it is an object/,
    ],
    'origins as a text': [
      { widget: { ...freshScript(), origins: 'https://cdn.example' } },
      /widget\.origins must be a list of origins.*; it is a string/,
    ],
    'an address for an origin': [
      { widget: { ...freshScript(), origins: ['https://cdn.example/'] } },
      /widget\.origins must be a list of origins/,
    ],
    'embed code without a placeholder': [
      { widget: { embed_code: '<b>x</b>' } },
      /no \{access_token\}.*never get its token/,
    ],
    'embed code with a look-alike': [
      { widget: { embed_code: '<b data-token="YOUR_TOKEN"></b>' } },
      /have YOUR_TOKEN, .* Write \{access_token\} instead of YOUR_TOKEN\./,
    ],
    'a misspelt setting of the texts': [
      { settings: { ...defaultSettings, partnr: {} } },
      /"partnr" is not a setting of settings\. Did you mean "partner"\?/,
    ],
    'no time at all': [{ timeout: 0 }, /timeout must be a number of milliseconds greater than 0; it is 0\./],
    'a time that is not a number': [{ timeout: NaN }, /it is NaN\. Write 15000 for 15 seconds\./],
    'a time without end': [{ timeout: Infinity }, /it is Infinity/],
    'a token that is a promise': [
      { accessToken: Promise.resolve('t') },
      /accessToken must be a token; it is a Promise\./,
    ],
    'a token with white space': [{ accessToken: 'a b' }, /accessToken .* white space/],
    'a token for getToken': [{ getToken: SECRET }, /getToken must be a function; it is a string\.$/],
    'a hand-off that is no function': [{ handOff: {} }, /handOff must be a function; it is an object\.$/],
  };
  for (const [what, [properties, says]] of Object.entries(MISTAKES)) {
    it(`refuses ${what}`, async () => {
      const { code, message } = await failureOf(properties);
      expect(code).to.equal('config-invalid');
      expect(message).to.match(says).and.not.to.include(SECRET);
    });
  }

  it('refuses such words as attributes, too', async () => {
    const errors = printed();
    const place = await fixture(
      html`<div>
        <lending-widget isolation="sandbox"></lending-widget>
        <lending-widget isolation></lending-widget>
        <lending-widget timeout="15s"></lending-widget>
      </div>`,
    );
    const widgets = [...place.children] as LendingWidgetElement[];
    await Promise.all(widgets.map(failed));
    await waitUntil(() => errors.length === 3, 'they are explained');
    expect(errors.map((one) => one.split('\n')[0]!.replace(/.*: /, ''))).to.deep.equal([
      'isolation is "sandbox", and neither "page" nor "frame".',
      'isolation is "", and neither "page" nor "frame".',
      'timeout must be a number of milliseconds greater than 0; it is NaN.',
    ]);
  });

  it('takes settings that are frozen, and those that a hand-off of its own needs', async () => {
    const { mount } = await setup();
    const { hand_off, ...script } = freshScript();
    const widget = Object.freeze({ ...script, hand_off: Object.freeze(hand_off) });
    await ready(await mount({ widget, settings: Object.freeze({ ...defaultSettings, diagnostics: 'off' }) }));
    const handOff: LendingWidgetElement['handOff'] = ({ container, accessToken }) =>
      void (container.textContent = accessToken.slice(0, 1));
    await ready(await mount({ handOff, isolation: undefined, timeout: null }));
  });

  it('warns once of a hand-off that asks for no token', async () => {
    const { mount } = await setup();
    const warnings = warned();
    const handOff: LendingWidgetElement['handOff'] = ({ container }) => void (container.textContent = 'Hello');
    for (const times of [1, 2]) await ready(await mount({ handOff, id: `again-${times}` }));
    await waitUntil(() => warnings.length === 1, 'it warns');
    await ready(await mount({ handOff, widget: { script_url: freshScript().script_url, tokenless: true } }));
    expect(warnings.map((one) => one.slice(0, 66))).to.deep.equal([
      '<lending-widget>: handOff has read neither accessToken nor getToke',
    ]);
  });
});

describe('the console of a developer', () => {
  it('explains a failure once, and another one after it', async () => {
    const { mount } = await setup();
    const errors = printed();
    const element = await mount({ isolation: 'fame' });
    await failed(element);
    await waitUntil(() => errors.length === 1, 'it is explained');
    element.requestUpdate();
    await element.updateComplete;
    await element.reload();
    await failed(element);
    element.isolation = 'pag' as 'page';
    await waitUntil(() => errors.length === 2, 'the other one is explained');
    expect(errors).to.deep.equal([
      '<lending-widget> failed (config-invalid): isolation is "fame", and neither "page" nor "frame". Did you mean "frame"?',
      '<lending-widget> failed (config-invalid): isolation is "pag", and neither "page" nor "frame". Did you mean "page"?',
    ]);
  });

  it('explains again what fails again after it has worked', async () => {
    const { mount } = await setup();
    const errors = printed();
    const element = await mount({ isolation: 'fame' });
    await waitUntil(() => errors.length === 1, 'it is explained');
    element.isolation = undefined;
    await ready(element);
    element.isolation = 'fame' as 'frame';
    await waitUntil(() => errors.length === 2, 'it is explained again');
  });

  it('says the causes, with no token, query, id or email address of theirs', async () => {
    const { mount } = await setup();
    const errors = printed();
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const cause = new Error(`${token} of jo@example.com (f6b1a9e2-7d41-4c55-9f0e-3f1f5a2b7c11)`);
    const handOff = () => {
      throw new LendingError('widget-failed', 'The widget did not start.', {
        remedy: 'Look at https://vendor.example/status?key=secret#top, or /help?user=jo.',
        cause: new TypeError('It said no.', { cause }),
      });
    };
    await failed(await mount({ handOff, accessToken: token }));
    await waitUntil(() => errors.length === 1, 'it is explained');
    expect(errors[0]!.split('\n')).to.deep.equal([
      '<lending-widget> failed (widget-failed): The widget did not start.',
      '  What to do: Look at https://vendor.example/status or /help',
      '  Cause: TypeError: It said no.',
      '  Cause: Error: … of … (…)',
    ]);
  });

  it('takes a short token out of the words of a vendor, too', async () => {
    const { mount } = await setup();
    const errors = printed();
    const handOff = () => Promise.reject(new Error('Token abc-12 and abc%2D12 are not good'));
    await failed(await mount({ handOff, accessToken: 'abc-12' }));
    await waitUntil(() => errors.length === 1, 'it is explained');
    expect(errors[0]).to.include('Cause: Error: Token … and').and.not.to.include('abc-12');
  });

  for (const [how, properties] of [
    ['an attribute', { diagnostics: 'off' }],
    ['the settings of the backend', { settings: { ...defaultSettings, diagnostics: 'off' } }],
  ] as const) {
    it(`is left alone where ${how} says so`, async () => {
      const { mount, events } = await setup();
      const errors = printed();
      await failed(await mount({ isolation: 'fame', ...properties }));
      await failed(await mount({ isolation: 'fame' }));
      await waitUntil(() => errors.length > 0, 'the other one is explained');
      expect(errors).to.have.length(1);
      expect(events.filter(({ type }) => type === 'lending-error')).to.have.length(2);
    });
  }

  it('is used all the same where the element says so, and the backend does not', async () => {
    const { mount } = await setup();
    const errors = printed();
    const settings = { ...defaultSettings, diagnostics: 'off' as const };
    await failed(await mount({ isolation: 'fame', settings, diagnostics: 'on' }));
    await waitUntil(() => errors.length === 1, 'it is explained');
  });

  it('hears of failures of a widget that is in no journey and has no backend', async () => {
    const errors = printed();
    const element = await fixture<LendingWidgetElement>(
      html`<lending-widget endpoint="/nowhere?x=1"></lending-widget>`,
    );
    heard(element, 'lending-error');
    await failed(element);
    await waitUntil(() => errors.length === 1, 'it is explained');
    expect(errors[0]).to.match(/^<lending-widget> failed \(config-invalid\): The endpoint of the backend is refused\./);
    expect(errors[0]).to.include(`Endpoint: ${location.origin}/nowhere`).and.not.to.include('x=1');
  });
});
