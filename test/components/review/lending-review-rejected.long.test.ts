import { expect, focused, sampleApplication, waitUntil, words } from '../../support/component.js';
import { answering, answeringJson, held, once, type Fault } from '../../../stories/support/faults.js';
import { accepted, setup, type StackOptions } from '../../support/review.js';

const support = { name: 'Sample Books support', email: 'help@partner.example', phone: '01632 960 001' };
const settings = { partner: { name: 'Sample Books', broker: { name: 'Sample Broker' }, support } };

const lender = (body: object, status: number, headers = {}): StackOptions => ({
  service: once(answeringJson(body, { status, headers })),
});

/** Presses “Create application”, and waits until the failure is shown. */
async function fail(options: StackOptions, properties: object = { settings }) {
  const shown = await setup(properties, options);
  const { element, screen } = shown;
  const { error } = await screen.event('lending-error', () => screen.submit());
  await waitUntil(() => /failure|summary/.test(focused()?.id ?? ''), 'the panel has the focus');
  await expect(element).to.be.accessible();
  const panel = screen.find('#failure');
  const lines = screen.texts('#failure p');
  return { ...shown, error, panel, lines, heading: screen.text('#failure h3'), retry: screen.part('retry') };
}

describe('<lending-review> names whose fault it is', () => {
  for (const status of [401, 403, 404]) {
    it(`shows that nothing is wrong with the answers if the service responds with ${status}, and names a contact`, async () => {
      const { error, heading, lines, screen, stack } = await fail(lender({ message: 'Bad key' }, status));
      expect(error.code).to.equal('upstream-denied');
      expect(heading).to.equal('Your application was not created');
      expect(lines).to.deep.equal([
        'There is a problem with the connection between Sample Books and Sample Broker. Nothing is wrong with your answers.',
        'Everything you entered is still here.',
        `Your reference number is ${error.requestId!.slice(0, 8)}.`,
        'Contact Sample Books support: help@partner.example or 01632 960 001',
      ]);
      await screen.finish();
      expect(accepted(stack)).to.deep.equal(['createApplication']);
    });
  }

  it('names the site if the partner has set no contact', async () => {
    const { lines } = await fail(lender({}, 401), {});
    expect(lines[0]).to.include('between this site and the lending service');
    expect(lines[2]).to.equal('Contact this site if you need help.');
  });

  it('names the fields that the service rejects, and links to each', async () => {
    const rejected = {
      errors: { 'company.registered_number': ['is dissolved'], 'applicant.addresses.0.postcode': ['?'] },
    };
    const { error, screen, panel } = await fail(lender(rejected, 422));
    expect([error.code, panel]).to.deep.equal(['upstream-rejected', null]);
    const links = screen.all<HTMLAnchorElement>('#summary a');
    expect(links.map(words)).to.deep.equal([
      'Check the registration number. Sample Broker did not accept it',
      'Check your postcode. Sample Broker did not accept it',
    ]);
    expect(screen.all('.row [part="error"]')).to.have.length(2);
    const { step, problems } = await screen.event('lending-edit', () => links[1]!.click());
    expect([step, ...problems.map(({ path, reason }) => `${path} ${reason}`)]).to.deep.equal([
      'applicant',
      'addresses.0.postcode rejected',
    ]);
  });

  it('names a blank field that the service needs', async () => {
    const { company, applicant } = sampleApplication();
    const value = { company: { ...company, registered_number: undefined }, applicant };
    const handler = { settings: { ...settings, fields: { 'company.registered_number': 'optional' } } } as const;
    const { screen } = await fail({ handler }, { ...handler, value });
    const links = screen.all<HTMLAnchorElement>('#summary a');
    expect(links.map(words)).to.deep.equal(['Sample Broker needs a registration number']);
  });

  it('names the country of an address if the service rejects one of its codes, and leads to that question', async () => {
    for (const code of ['country_code', 'region']) {
      const { company, applicant } = sampleApplication();
      const [home] = applicant.addresses;
      const addresses = [home!, { ...home!, current: undefined, country_code: 'FR', region: 'EU' }];
      const value = { company, applicant: { ...applicant, addresses } };
      const { screen } = await fail(lender({ errors: { [`applicant.addresses.1.${code}`]: ['?'] } }, 422), {
        settings,
        value,
      });
      const [link] = screen.all<HTMLAnchorElement>('#summary a');
      expect(words(link)).to.equal('Check the country of your previous address. Sample Broker did not accept it');
      const { problems } = await screen.event('lending-edit', () => link!.click());
      expect(problems).to.deep.equal([{ path: 'addresses.1.country_code', reason: 'rejected' }]);
    }
  });

  it('explains that the lender gave no reason if the service names no field', async () => {
    const { error, lines } = await fail(lender({ message: 'No.' }, 422));
    expect(error.code).to.equal('upstream-rejected');
    expect(lines[0]).to.equal(
      'Sample Broker did not accept your application and did not say why. Check your answers and try again.',
    );
    expect(lines.at(-1)).to.include('Contact Sample Books support');
  });

  const IMPLIED: [string, StackOptions, object?][] = [
    ['the lender rejects a region', lender({ errors: { 'company.region': ['x'] } }, 422)],
    ['the lender rejects a country code', lender({ errors: { 'applicant.addresses.0.country_code': ['x'] } }, 422)],
    ['the lender wants a field that is hidden', lender({ errors: { 'company.address.postcode': ['x'] } }, 422)],
    ['the lender rejects the one entry of a list', lender({ errors: { 'company.type': ['x'] } }, 422)],
    [
      'the lender rejects a read-only value of the partner',
      lender({ errors: { 'applicant.email': ['x'] } }, 422),
      { settings: { ...settings, readOnly: ['applicant.email'] } },
    ],
    [
      'the backend does not know a key',
      {},
      { value: { ...sampleApplication(), company: { ...sampleApplication().company, vat: '1' } } },
    ],
    [
      'the backend misses an implied answer',
      {},
      { value: { ...sampleApplication(), company: { ...sampleApplication().company, region: '' } } },
    ],
  ];
  for (const [what, options, properties] of IMPLIED) {
    it(`takes the blame where ${what}, without a link that leads nowhere`, async () => {
      const { error, screen, lines, retry } = await fail(options, { settings, ...properties });
      expect(error.issues).not.to.be.empty;
      expect(screen.all('#summary a')).to.have.length(0);
      expect(lines[0]).to.equal('There is a problem with Sample Books. Nothing is wrong with your answers.');
      expect(lines[2]).to.equal(`Your reference number is ${error.requestId!.slice(0, 8)}.`);
      expect(retry, 'the same again would be rejected').to.be.null;
    });
  }

  it('lists the answers that can be corrected first, if others are rejected, too', async () => {
    const both = { errors: { 'company.region': ['x'], 'applicant.email': ['x'] } };
    const { screen, panel } = await fail(lender(both, 422));
    expect(panel).to.be.null;
    expect(screen.texts('#summary a')).to.deep.equal(['Check your email address. Sample Broker did not accept it']);
  });

  for (const [wait, words] of [
    ['1', '1 second'],
    ['90', '90 seconds'],
    ['100', '2 minutes'],
    ['3601', '61 minutes'],
    ['86400', '24 hours'],
    ['', 'a few minutes'],
  ] as const) {
    it(`asks to wait ${words} where the lender has too much to do`, async () => {
      const { error, lines, heading } = await fail({
        ...lender({}, 429, { 'retry-after': wait }),
        handler: { timeoutMs: 500 },
      });
      expect([error.code, error.retryAfter]).to.deep.equal(['upstream-busy', wait ? Number(wait) : undefined]);
      expect(heading).to.equal('Your application was not created');
      expect(lines).to.deep.equal([
        `Sample Broker is busy. Wait ${words} and try again.`,
        'Everything you entered is still here.',
        'Contact Sample Books support: help@partner.example or 01632 960 001',
      ]);
    });
  }
});

describe('<lending-review> and an unknown outcome', () => {
  const lost: Fault = answering(null, { status: 504 });
  const requestId = crypto.randomUUID();
  const headers = { 'x-lending-elements': '1' };
  const unknown = answeringJson(
    { code: 'outcome-unknown', message: 'It is unknown.', requestId },
    { status: 502, headers },
  );

  it('has no “Check again” button if nobody can check', async () => {
    const { screen, error, heading, lines, retry } = await fail({ page: once(unknown) });
    expect(error.code).to.equal('outcome-unknown');
    expect(heading).to.equal('Your application may not have been created');
    expect(lines).to.deep.equal([
      'Sample Broker did not confirm your application, so it may or may not have been created.',
      'Do not apply again, because your application may already exist. Sample Books will not send it twice.',
      'Everything you entered is still here.',
      `Your reference number is ${error.requestId!.slice(0, 8)}.`,
      'Contact Sample Books support: help@partner.example or 01632 960 001',
    ]);
    expect(retry).to.be.null;
    expect(screen.part('submit').checkVisibility()).to.be.false;
  });

  it('has a “Check again” button if somebody can settle the outcome', async () => {
    const { screen, lines, retry } = await fail({
      service: once(lost),
    });
    expect(lines[1]).to.equal(
      'You can check again. Sample Books looks for your application first, so it is not sent twice.',
    );
    expect(words(retry)).to.equal('Check again');
    expect(screen.part('submit').checkVisibility()).to.be.false;
  });

  it('continues after “Check again” once somebody has settled the outcome', async () => {
    const { fault, release } = held();
    let calls = 0;
    const page: Fault = (fetch) => (input, init) => (calls++ === 0 ? fetch : fault(fetch))(input, init);
    const { screen, stack, retry } = await fail({ service: once(lost), page });
    const found = { company_id: crypto.randomUUID(), email: 'jane.doe@example.com' };
    await stack.handle.settleApplication({ subject: 'applicant' }, found);
    retry.focus();
    retry.click();
    const status = () => screen.text('[part="actions"] + [aria-live]');
    await waitUntil(() => status() === 'Looking for your application…', 'it says what it does');
    expect([focused() === retry, retry.ariaDisabled], 'the button keeps the focus').to.deep.equal([true, 'true']);
    await screen.event('lending-submitted', release);
    await waitUntil(() => focused()?.id === 'heading', 'the step has the focus after the result');
    expect(screen.find('#failure')).to.be.null;
    expect(accepted(stack)).to.deep.equal([]);
  });
});

describe('<lending-review> and a call that takes long', () => {
  it('shows and announces after five seconds that the call is still under way, until it ends', async () => {
    const { fault, release } = held();
    const { element, screen } = await setup({}, { service: fault, handler: { timeoutMs: 20_000 } });
    const status = () => screen.find('[part="actions"] + [aria-live]')!;
    screen.submit();
    await waitUntil(() => element.matches(':state(pending)'), 'it is pending');
    await element.updateComplete;
    expect(status().className).to.equal('hidden');
    expect(words(status())).to.equal('Creating your application…');
    await new Promise((resolve) => setTimeout(resolve, 5100));
    expect(words(status())).to.equal('Still working. Do not reload or close this page.');
    expect(status().className).to.equal('hint');
    expect(screen.text('[part="submit"] [aria-hidden]')).to.equal('Creating your application…');
    await expect(element).to.be.accessible();
    await screen.event('lending-submitted', release);
    await element.updateComplete;
    expect(words(status())).to.equal('');
    expect(status().className).to.equal('hidden');
  });
});
