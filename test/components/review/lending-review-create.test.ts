import {
  expect,
  focused,
  readable,
  sampleApplication,
  waitUntil,
  words,
  type LendingErrorCode,
} from '../../support/component.js';
import { answering, answeringJson, at, edge, held, once, rejected } from '../../../stories/support/faults.js';
import { accepted, setup, silent, times, unreachable } from '../../support/review.js';
import type { Screen, Stack, StackOptions } from '../../support/review.js';

const PAGE = answering('<!doctype html><title>Log in</title>', { headers: { 'content-type': 'text/html' } });
const [CERTAIN, UNSURE] = ['Your application was not created', 'Your application may not have been created'];
const SERVICE = 'The lending service is not responding.';
const OURS = 'There is a problem with this site.';
const OTHER_TAB = /other answers, in another tab or on another device.*were not sent.*your answers are not shown again/;

const FAILURES: readonly (readonly [what: string, StackOptions, LendingErrorCode, string, string])[] = [
  // The backend tries three times if nothing was sent.
  ['the lender cannot be reached', { service: times(3, rejected) }, 'upstream-unreachable', SERVICE, CERTAIN],
  ['the backend answers with a page', { page: once(PAGE) }, 'adapter-unexpected-response', OURS, UNSURE],
  ['a proxy redirects', { page: once(edge(302)) }, 'adapter-redirected', 'You may have been signed out', UNSURE],
  [
    'a proxy waits',
    { page: once(edge(503)) },
    'adapter-unavailable',
    'is not available at the moment. Wait 90 seconds',
    UNSURE,
  ],
  [
    'a proxy limits requests',
    { page: once(edge(429)) },
    'adapter-too-many',
    'This site is busy. Wait 90 seconds',
    CERTAIN,
  ],
  [
    'a proxy limits bodies',
    { page: once(edge(413)) },
    'adapter-too-large',
    'This is too large for this site.',
    CERTAIN,
  ],
  [
    'the backend cannot be reached',
    { page: once(unreachable) },
    'adapter-unreachable',
    'This site is not responding',
    UNSURE,
  ],
  [
    'the backend never answers',
    { page: once(silent), timeoutMs: 1000 },
    'adapter-timeout',
    'This took too long',
    UNSURE,
  ],
];

/** Creates the application with another first name. */
function createElsewhere({ adapter }: Stack) {
  const { applicant, ...rest } = sampleApplication();
  return adapter.createApplication({ ...rest, applicant: { ...applicant, first_name: 'Janet' } });
}

describe('<lending-review> creates the application', () => {
  describe('with a statement of authority', () => {
    const LABEL = 'I have permission to apply for this business, and to share its directors’ details.';
    const asking = { handler: { settings: { authority: true } } };
    const box = (screen: Screen) => screen.field('authority');

    it('does not load its box by default, and creates the application with every field', async () => {
      const { element, screen, stack } = await setup();
      await screen.finish();
      expect(box(screen)).to.be.null;
      expect(stack.sandbox.calls.map(({ body }) => body)).to.deep.equal([sampleApplication()]);
      expect(element.matches(':state(done)')).to.be.true;
    });

    it('creates it after the tick only, and records the statement that was shown', async () => {
      const { element, screen, stack } = await setup({ settings: undefined }, asking);
      await waitUntil(() => box(screen), 'the box is there');
      expect([words(box(screen).labels![0]), box(screen).checked]).to.deep.equal([LABEL, false]);
      await expect(element).to.be.accessible();
      const problem = 'Tick the box if you have permission to apply for this business';
      expect(await screen.submitRejected()).to.deep.equal([{ target: 'authority', text: problem }]);
      expect(focused()?.id).to.equal('summary-heading');
      await expect(element).to.be.accessible();
      expect([stack.sandbox.calls, stack.store.entries]).to.deep.equal([[], []]);
      box(screen).click();
      await screen.finish();
      expect(stack.sandbox.calls.map(({ body }) => body)).to.deep.equal([sampleApplication()]);
      expect(stack.store.entries.map(({ event, authority }) => [event, authority!.text])).to.deep.equal([
        ['authorised', LABEL],
      ]);
    });

    it('is in the page’s language if there is one, else in the first, and a page that changes it creates nothing', async () => {
      const authority = { pl: 'Jestem w zarządzie.', en: 'I am a director.' };
      for (const [lang, text] of [
        ['en-GB', authority.en],
        ['de', authority.pl],
      ]) {
        const { screen, stack } = await setup({ lang, settings: undefined }, { handler: { settings: { authority } } });
        await waitUntil(() => box(screen), 'the box is there');
        const label = box(screen).labels![0]!.querySelector('span')!;
        expect(words(label)).to.equal(text);
        label.textContent = 'I agree.';
        box(screen).click();
        expect((await screen.submitRejected()).map((line) => line.text)).to.deep.equal([
          'This statement has changed. Reload the page and read it again',
        ]);
        expect([stack.sandbox.calls, stack.store.entries]).to.deep.equal([[], []]);
      }
    });
  });

  it('creates it once, however often the button is pressed', async () => {
    const { fault, release } = held();
    const { element, screen, stack } = await setup({}, { service: fault });
    const done = screen.heard('lending-submitted');
    screen.submit();
    screen.submit();
    await element.updateComplete;
    screen.submit();
    release();
    await waitUntil(() => done.length > 0, 'it is done');
    expect(accepted(stack)).to.deep.equal(['createApplication']);
    expect(done).to.have.length(1);
  });

  it('shows that the call is under way', async () => {
    const { fault, release } = held();
    const { element, screen } = await setup({}, { service: fault });
    screen.submit();
    await waitUntil(() => element.matches(':state(pending)'), 'it is pending');
    await element.updateComplete;
    expect(screen.part('submit').ariaDisabled).to.equal('true');
    expect(screen.part('submit').disabled, 'it keeps the focus').to.be.false;
    const status = () => readable(screen.find('[part="actions"] + [aria-live]'));
    expect(status(), 'a fast result comes first').to.equal('');
    await waitUntil(() => status() === 'Creating your application…', 'it is said after half a second');
    expect(words(screen.part('submit').lastElementChild), 'its name stays').to.equal('Create application');
    await expect(element).to.be.accessible();
    await screen.event('lending-submitted', release);
    await element.updateComplete;
    expect(screen.part('submit').ariaDisabled).to.be.null;
    expect(status()).to.equal('');
  });

  for (const [what, options, code, sentence, heading] of FAILURES) {
    it(`shows a failure when ${what}, loses nothing, and creates one application at the next try`, async () => {
      const { element, screen, stack, answers } = await setup({}, options);
      const before = answers();
      const error = await screen.submitFails();
      expect(error.code).to.equal(code);
      expect(screen.text('#failure'))
        .to.include(heading)
        .and.to.include(sentence)
        .and.to.include('Everything you entered');
      expect(element.matches(':state(failed)')).to.be.true;
      expect(answers()).to.deep.equal(before);
      await screen.finish();
      await element.updateComplete;
      expect(screen.find('#failure')).to.be.null;
      expect(accepted(stack)).to.deep.equal(['createApplication']);
    });
  }

  it('says that nothing was sent after the security check of a proxy, and offers to reload', async () => {
    const { screen, stack } = await setup({}, { page: once(edge(403)) });
    expect((await screen.submitFails()).code).to.equal('adapter-blocked');
    expect(screen.text('#failure')).to.include(CERTAIN).and.to.include('nothing was sent. To pass the check, reload');
    expect(screen.part('retry').innerText).to.equal('Reload this page');
    expect(accepted(stack)).to.be.empty;
  });

  it('creates no second application after an unknown outcome, and goes on once somebody has settled it', async () => {
    const { screen, stack, answers } = await setup({}, { service: once(silent), handler: { timeoutMs: 20 } });
    const before = answers();
    for (const press of [() => screen.submit(), () => screen.part('retry').click()]) {
      const { error } = await screen.event('lending-error', press);
      expect(error.code).to.equal('outcome-unknown');
      await screen.focus('failure');
      expect(screen.text('#failure'))
        .to.include('so it may or may not have been created')
        .and.to.include('so it is not sent twice');
      expect(screen.text('[part="retry"]')).to.equal('Check again');
    }
    expect(answers()).to.deep.equal(before);
    expect(accepted(stack)).to.deep.equal([]);
    const found = { company_id: crypto.randomUUID(), email: 'jane.doe@example.com' };
    await stack.handle.settleApplication({ subject: 'applicant' }, found);
    await screen.finish('retry');
    expect(accepted(stack)).to.deep.equal([]);
  });

  it('explains that the application has other answers, and removes its own', async () => {
    const support = { name: 'Sample Books help', email: 'help@sample.example' };
    const settings = { partner: { name: 'Sample Books', support } };
    const { element, screen, stack, answers } = await setup({ settings });
    await createElsewhere(stack);
    await screen.finish();
    await screen.heading('Your application was already created');
    expect(screen.text('form')).to.match(OTHER_TAB).and.to.include('Sample Books help');
    expect([answers(), element.value, element.createdWith]).to.deep.equal([[], undefined, 'other']);
    expect(focused()?.id).to.equal('heading');
    expect(words(screen.part('submit'))).to.equal('Continue');
    await expect(element).to.be.accessible();
    await screen.event('lending-continued', () => screen.submit());
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('removes its answers if another tab has created the application after a failure, and compares the answers', async () => {
    const { element, screen, stack, answers } = await setup({}, { page: at('/applications', once(unreachable)) });
    await screen.submitFails();
    await createElsewhere(stack);
    await screen.finish();
    expect([answers(), element.value, element.createdWith]).to.deep.equal([[], undefined, 'other']);
    expect(screen.text('form')).to.match(OTHER_TAB);
  });

  it('is accessible after a failure, and keeps the focus when it tries again', async () => {
    const { fault, release } = held();
    const { element, screen } = await setup({}, { service: (fetch) => times(3, rejected)(fault(fetch)) });
    await screen.submitFails();
    await expect(element).to.be.accessible();
    screen.part('submit').focus();
    screen.submit();
    await waitUntil(() => !screen.find('#failure'), 'the failure goes');
    expect(focused()?.getAttribute('part')).to.equal('submit');
    await screen.event('lending-submitted', release);
  });

  it('aborts its call when it is removed, and can be used again', async () => {
    const { element, screen, stack } = await setup({}, { page: once(silent) });
    const events = screen.heard('lending-error', 'lending-submitted');
    screen.submit();
    await waitUntil(() => element.matches(':state(pending)'), 'it is pending');
    const { parentElement } = element;
    element.remove();
    await waitUntil(() => !element.matches(':state(pending)'), 'it is not pending');
    parentElement!.append(element);
    expect(events).to.be.empty;
    await screen.finish();
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('continues its call when it is moved', async () => {
    const { fault, release } = held();
    const { element, screen, stack } = await setup({}, { service: fault });
    screen.submit();
    await waitUntil(() => element.matches(':state(pending)'), 'it is pending');
    const place = document.createElement('div');
    element.parentElement!.append(place);
    place.append(element);
    await screen.event('lending-submitted', release);
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });
});

/** The step after the backend has rejected the application with this code. */
async function rejectedWith(code: LendingErrorCode) {
  const body = { code, message: 'Rejected.', requestId: 'r-12345678' };
  const rejecting = answeringJson(body, { status: 409, headers: { 'x-lending-elements': '1' } });
  const { element, screen } = await setup({}, { page: at('/applications', rejecting) });
  expect((await screen.submitFails()).code).to.equal(code);
  await expect(element).to.be.accessible();
  return { screen, panel: screen.text('#failure')!, button: words(screen.part('retry')) };
}

describe('an application that the backend does not accept from this page', () => {
  for (const [code, sentence] of [
    ['handler-other-applicant', 'Someone else has signed in since you opened this page'],
    ['handler-closed', 'so this one is closed'],
  ] as const)
    it(`offers a reload, and makes no promise about the answers: ${code}`, async () => {
      const { panel, button } = await rejectedWith(code);
      expect(panel).to.include(sentence).and.to.include('Nothing was sent').and.not.to.include('still here');
      expect(button).to.equal('Reload this page');
    });

  it('keeps the answers in view if an application for another company exists, and names a contact', async () => {
    const { screen, panel, button } = await rejectedWith('handler-other-company');
    expect(panel).to.include('already has an application from you for another company, so nothing was sent');
    expect(panel).to.include('To continue with that application, reload this page.').and.to.include('r-123456');
    expect(button).to.equal('Reload this page');
    expect(screen.text('.rows')).to.include('Acme LTD');
  });
});
