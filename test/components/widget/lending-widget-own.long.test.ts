import { LendingWidgetElement } from '../../../src/components/widget/lending-widget.js';
import {
  defaultSettings,
  expect,
  fixture,
  html,
  LendingError,
  messageAndRemedy,
  screenOf,
  waitUntil,
} from '../../support/component.js';
import { failed, freshScript, offers, printed, ready, setup, setupReady, warned } from '../../support/widget.js';

/** Properties that a page can set although their types do not allow it. */
type Wrong = { [Name in keyof LendingWidgetElement]?: unknown };

async function failureOf(properties: Wrong): Promise<LendingError> {
  const { mount, events } = await setup();
  const before = events.length;
  const element = await mount({ timeoutMs: 400, ...properties });
  await failed(element);
  const errors = events.slice(before).filter(({ type, target }) => type === 'lending-error' && target === element);
  expect(errors).to.have.length(1);
  return (errors[0] as HTMLElementEventMap['lending-error']).error;
}

const SECRET = 'a-secret-that-is-no-token';

describe('<lending-widget> and its getToken', () => {
  const ANSWERS: Record<string, [unknown, RegExp]> = {
    undefined: [undefined, /returned undefined/],
    null: [null, /returned null/],
    'an empty string': ['', /returned an empty string/],
    'a number': [42, /returned a number/],
    'an object': [{ access_token: SECRET }, /returned an object\. → Return its access_token\./],
    'a list': [[SECRET], /returned an array/],
    'a response': [new Response(SECRET), /returned a Response\. → Return \(await response\.json\(\)\)\.access_token\./],
    'a function': [() => SECRET, /returned a function/],
    'a string with a blank': [`Bearer ${SECRET}`, /white space or control characters\. → .* without "Bearer"/],
    'a string with a line feed': [`${SECRET}\n`, /white space or control characters/],
    'a string with a NUL': [`${SECRET}\0`, /white space or control characters/],
    'a word that was nothing': ['undefined', /the word "undefined"/],
  };
  for (const [what, [answer, says]] of Object.entries(ANSWERS)) {
    it(`is reported by its type, not by its value, when it returns ${what}`, async () => {
      const error = await failureOf({ getToken: async () => answer });
      expect([error.code, error.recoverable]).to.deep.equal(['widget-no-token', true]);
      expect(messageAndRemedy(error))
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
      expect(messageAndRemedy(error)).to.equal('getToken() failed. → See the cause.');
    }
  });

  it('keeps the failure of a call that it makes through an adapter', async () => {
    const cause = new LendingError('handler-signed-out', 'Nobody is signed in.');
    expect(await failureOf({ getToken: () => Promise.reject(cause) })).to.equal(cause);
  });

  it('is named when it does not resolve within the time limit of the widget', async () => {
    const error = await failureOf({ getToken: () => new Promise(() => undefined) });
    expect(error.code).to.equal('widget-no-token');
    expect(messageAndRemedy(error)).to.match(/^getToken\(\) did not answer within 0\.4 seconds\. → Check /);
  });

  it('is called again by a retry, and a late token starts nothing', async () => {
    const late: ((token: string) => void)[] = [];
    const { mount, events } = await setup();
    const element = await mount({
      timeoutMs: 400,
      getToken: () => new Promise<string>((resolve) => late.push(resolve)),
    });
    await failed(element);
    late[0]!('too-late');
    const { adapter } = element;
    element.timeoutMs = 15_000;
    element.getToken = async () => (await adapter!.authenticate()).access_token;
    await ready(element);
    expect(offers(element)).to.have.length(3);
    expect(events.filter(({ type, target }) => type === 'lending-ready' && target === element)).to.have.length(1);
  });

  it('may return a token without a promise', async () => {
    const { element, mount } = await setupReady();
    const { access_token } = await element.adapter!.authenticate();
    const getToken = (() => access_token) as unknown as () => Promise<string>;
    await ready(await mount({ getToken }));
  });

  it('is not needed by an adapter, whose response is checked, too', async () => {
    const { element, screen } = await setupReady();
    const authenticate = async () => ({ access_token: undefined as unknown as string });
    const { error } = await screen
      .event('lending-error', () => {
        element.adapter = { ...element.adapter!, authenticate };
        void element.reload();
      })
      .then((event) => event as HTMLElementEventMap['lending-error']);
    expect([error.code, messageAndRemedy(error).split(';')[1]]).to.deep.equal([
      'widget-no-token',
      ' it returned undefined. → Return the access_token alone, without quotes and without "Bearer".',
    ]);
  });
});

describe('<lending-widget> that is set in code', () => {
  const MISTAKES: Record<string, [Wrong, RegExp]> = {
    'isolation with a typing error': [
      { isolation: 'fame' },
      /isolation must be "page" or "frame"; it is "fame"\. Did you mean "frame"\?/,
    ],
    'isolation with capitals': [{ isolation: 'Frame' }, /Did you mean "frame"\?/],
    'isolation that is something else': [{ isolation: true }, /isolation must be "page" or "frame"; it is "true"\.$/],
    'isolation of the settings with a typing error': [
      { widget: { ...freshScript(), isolation: 'fram' } },
      /isolation must be "page" or "frame"; it is "fram"\. Did you mean "frame"\?/,
    ],
    'settings of the widget as a string': [
      { widget: '{}' },
      /widget must be an object; it is a string\. → .*JSON\.parse/,
    ],
    'settings of the widget as a list': [{ widget: [] }, /widget must be an object; it is an array/],
    'a misspelt setting': [
      { widget: { embedcode: '{access_token}' } },
      /"embedcode" is not a setting of widget\. Did you mean "embedCode"\?/,
    ],
    'a misspelt setting of the hand-off': [
      { widget: { ...freshScript(), handOff: { global: 'X', call: [] } } },
      /"handOff\.call" is not a setting of widget\. Did you mean "calls"\?/,
    ],
    'a misspelt part of a call': [
      { widget: { ...freshScript(), handOff: { global: 'X', calls: [{ method: 'a', argument: [] }] } } },
      /"handOff\.calls\.0\.argument" is not a setting of widget\. Did you mean "arguments"\?/,
    ],
    'settings without a script': [{ widget: {} }, /has neither embedCode nor scriptUrl/],
    'embed code that is none': [
      { widget: { embedCode: { html: '' } } },
      /widget\.embedCode must be a string of HTML; it is an object/,
    ],
    'origins as a text': [
      { widget: { ...freshScript(), origins: 'https://cdn.example' } },
      /widget\.origins must be a list of origins.*; it is a string/,
    ],
    'an address for an origin': [
      { widget: { ...freshScript(), origins: ['https://cdn.example/'] } },
      /widget\.origins must be a list of origins, such as "https:\/\/cdn\.example"\.$/,
    ],
    'embed code without a placeholder': [
      { widget: { embedCode: '<b>x</b>' } },
      /no \{access_token\}.*never get its token/,
    ],
    'embed code with a look-alike': [
      { widget: { embedCode: '<b data-token="YOUR_TOKEN"></b>' } },
      /contain YOUR_TOKEN instead of \{access_token\}, .* Write \{access_token\} instead of YOUR_TOKEN\./,
    ],
    'a misspelt setting of the texts': [
      { settings: { ...defaultSettings, partnr: {} } },
      /"partnr" is not a setting of settings\. Did you mean "partner"\?/,
    ],
    'code that is escaped': [
      { widget: { embedCode: '<p>&lt;script&gt;init("{access_token}")&lt;/script&gt;</p>' } },
      /contain escaped HTML \(&lt;\), so the page would show it as text\. → Write < instead of &lt;/,
    ],
    'code with the token in quotes twice': [
      { widget: { embedCode: `<script>init({ token: '"{access_token}"' })</script>` } },
      /contain \{access_token\} in quotes twice, .* → Leave out the inner quotes\./,
    ],
    'no time at all': [{ timeoutMs: 0 }, /timeoutMs must be a number of milliseconds, at least 100; it is 0\./],
    'seconds for milliseconds': [{ timeoutMs: 15 }, /at least 100; it is 15\. → Write 15000 for 15 seconds\./],
    'a token in quotes': [{ accessToken: `"${SECRET}"` }, /accessToken must be .*; it is a string in quotes\./],
    'a time that is not a number': [{ timeoutMs: NaN }, /it is NaN\. → Write 15000 for 15 seconds\./],
    'a time without end': [{ timeoutMs: Infinity }, /it is Infinity/],
    'a token that is a promise': [
      { accessToken: Promise.resolve('t') },
      /accessToken must be the token as a string; it is a Promise\./,
    ],
    'a token with white space': [{ accessToken: 'a b' }, /accessToken .* white space/],
    'a token for getToken': [{ getToken: SECRET }, /getToken must be a function; it is a string\.$/],
    'a hand-off that is not a function': [{ handOff: {} }, /handOff must be a function; it is an object\.$/],
  };
  for (const [what, [properties, says]] of Object.entries(MISTAKES)) {
    it(`rejects ${what}`, async () => {
      const error = await failureOf(properties);
      expect(error.code).to.equal('config-invalid');
      expect(messageAndRemedy(error)).to.match(says).and.not.to.include(SECRET);
    });
  }

  it('rejects such values as attributes, too', async () => {
    const errors = printed();
    const place = await fixture(
      html`<div>
        <lending-widget isolation="sandbox"></lending-widget>
        <lending-widget isolation></lending-widget>
        <lending-widget timeout-ms="15s"></lending-widget>
        <lending-widget timeout-ms="15"></lending-widget>
        <lending-widget widget='{"embedCode":"{access_token}"}'></lending-widget>
        <lending-widget embed-code="{access_token}"></lending-widget>
        <lending-widget
          ><p>Offers</p>
          <script type="text/plain"></script
        ></lending-widget>
        <lending-widget><template>&lt;script&gt;init('{access_token}')&lt;/script&gt;</template></lending-widget>
      </div>`,
    );
    const widgets = [...place.children] as LendingWidgetElement[];
    await Promise.all(widgets.map(failed));
    await waitUntil(() => errors.length === 8, 'they are explained');
    expect(errors.map((one) => one.split('\n')[0]!.replace(/.*\): /, ''))).to.have.members([
      'isolation must be "page" or "frame"; it is "sandbox".',
      'isolation must be "page" or "frame"; it is "".',
      'timeoutMs must be a number of milliseconds, at least 100; it is NaN.',
      'timeoutMs must be a number of milliseconds, at least 100; it is 15.',
      'the attribute widget does nothing.',
      'the attribute embed-code does nothing.',
      'embed code between the tags needs a <template> around it.',
      'the <template> contains escaped HTML (&lt;), so the page would show it as text.',
    ]);
  });

  it('accepts {access_token} without spaces around it', async () => {
    const { mount } = await setup();
    const embedCode = `<div id="{container_id}-bare"></div>
      <script>show({token:{access_token}}); function show({ token }) { document.querySelector('[id$="-bare"]').append(token); }</script>`;
    const element = await mount({ widget: { embedCode } });
    await ready(element);
    expect(element.textContent)
      .to.match(/^\s*\w/)
      .and.not.to.include('access_token}');
  });

  it('offers to try again after an error of the page’s hand-off, and reports that in the event', async () => {
    const handOff = () => Promise.reject(new Error('one time'));
    expect((await failureOf({ handOff })).recoverable).to.be.true;
  });

  it('accepts frozen settings, and undefined or null ones next to a hand-off function', async () => {
    const { mount } = await setup();
    const { handOff: inSettings, ...script } = freshScript();
    const widget = Object.freeze({ ...script, handOff: Object.freeze(inSettings) });
    await ready(await mount({ widget, settings: Object.freeze({ ...defaultSettings, diagnostics: 'off' }) }));
    const handOff: LendingWidgetElement['handOff'] = ({ container, accessToken }) =>
      void (container.textContent = accessToken.slice(0, 1));
    await ready(await mount({ handOff, isolation: undefined, timeoutMs: null }));
  });

  it('warns once about a hand-off that does not use the token', async () => {
    const { mount } = await setup();
    const warnings = warned();
    const handOff: LendingWidgetElement['handOff'] = ({ container }) => void (container.textContent = 'Hello');
    for (const times of [1, 2]) await ready(await mount({ handOff, id: `again-${times}` }));
    await waitUntil(() => warnings.length === 1, 'it warns');
    await ready(await mount({ handOff, widget: { scriptUrl: freshScript().scriptUrl, withoutToken: true } }));
    expect(warnings.map((one) => one.slice(0, 69))).to.deep.equal([
      '<lending-widget>: your handOff function used neither accessToken nor ',
    ]);
  });
});

describe('the console of a developer', () => {
  async function setupPrinted() {
    const made = await setup();
    return { ...made, errors: printed() };
  }

  it('explains a failure once, and another one after it', async () => {
    const { mount, errors } = await setupPrinted();
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
      '<lending-widget> failed (config-invalid): isolation must be "page" or "frame"; it is "fame". Did you mean "frame"?',
      '<lending-widget> failed (config-invalid): isolation must be "page" or "frame"; it is "pag". Did you mean "page"?',
    ]);
  });

  it('explains a second failure again after a success', async () => {
    const { mount, errors } = await setupPrinted();
    const element = await mount({ isolation: 'fame' });
    await waitUntil(() => errors.length === 1, 'it is explained');
    element.isolation = undefined;
    await ready(element);
    element.isolation = 'fame' as 'frame';
    await waitUntil(() => errors.length === 2, 'it is explained again');
  });

  it('lists the causes without their tokens, query strings, ids and email addresses', async () => {
    const { mount, errors } = await setupPrinted();
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const cause = new Error(`${token} of jo@example.com (f6b1a9e2-7d41-4c55-9f0e-3f1f5a2b7c11)`);
    const handOff = () => {
      throw new LendingError('widget-failed', 'The widget did not start.', {
        remedy: 'Look at https://vendor.example/status?key=secret#top, or /help?user=jo.',
        cause: new LendingError('widget-failed', 'It said no.', { remedy: 'Ask it.', cause }),
      });
    };
    await failed(await mount({ handOff, accessToken: token }));
    await waitUntil(() => errors.length === 1, 'it is explained');
    expect(errors[0]!.split('\n')).to.deep.equal([
      '<lending-widget> failed (widget-failed): The widget did not start.',
      '  What to do: Look at https://vendor.example/status or /help',
      '  Cause: LendingError: It said no. Ask it.',
      '  Cause: Error: … of … (…)',
    ]);
  });

  it('removes a short token from the error message of a vendor, too', async () => {
    const { mount, errors } = await setupPrinted();
    const handOff = () => Promise.reject(new Error('Token abc-12 and abc%2D12 are not good'));
    await failed(await mount({ handOff, accessToken: 'abc-12' }));
    await waitUntil(() => errors.length === 1, 'it is explained');
    expect(errors[0]).to.include('Cause: Error: Token … and').and.not.to.include('abc-12');
  });

  for (const [how, properties] of [
    ['an attribute', { diagnostics: 'off' }],
    ['the settings of the backend', { settings: { ...defaultSettings, diagnostics: 'off' } }],
  ] as const) {
    it(`is not used if ${how} asks for that`, async () => {
      const { eventsOf, mount } = await setup();
      const errors = printed();
      await failed(await mount({ isolation: 'fame', ...properties }));
      await failed(await mount({ isolation: 'fame' }));
      await waitUntil(() => errors.length > 0, 'the other one is explained');
      expect(errors).to.have.length(1);
      expect(eventsOf('lending-error')).to.have.length(2);
    });
  }

  it('is used if the element asks for it, even if the backend does not', async () => {
    const { mount, errors } = await setupPrinted();
    const settings = { ...defaultSettings, diagnostics: 'off' as const };
    await failed(await mount({ isolation: 'fame', settings, diagnostics: 'on' }));
    await waitUntil(() => errors.length === 1, 'it is explained');
  });

  it('shows failures of a widget without a journey or a backend', async () => {
    const errors = printed();
    const element = await fixture<LendingWidgetElement>(
      html`<lending-widget endpoint="/nowhere?x=1"></lending-widget>`,
    );
    await failed(element);
    await waitUntil(() => errors.length === 1, 'it is explained');
    expect(screenOf(element).text('#failure')).to.include('There is a problem with this site.');
    expect(errors[0]).to.match(
      /^<lending-widget> failed \(config-invalid\): endpoint must be a path on the origin of this page, /,
    );
    expect(errors[0]).to.include(`Endpoint: ${location.origin}/nowhere`).and.not.to.include('x=1');
  });
});
