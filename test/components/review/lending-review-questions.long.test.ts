import { today } from '../../../src/schema/fields/dates.js';
import { setup as setupJourney } from '../../support/journey.js';
import {
  formedApplication,
  sampleApplication,
  typedApplicant,
  typedCompany,
} from '../../../stories/support/samples.mjs';
import { expect, focused, told, waitUntil, words, type Screen } from '../../support/component.js';
import { setup } from '../../support/review.js';

/** The samples, with only the unusual answers that a test adds. */
function usual() {
  const value = sampleApplication();
  value.company.registered_number = '01234567';
  value.applicant.phone_number = '+441632960001';
  return value;
}
const questions = (screen: Screen) =>
  screen
    .all('[part="warning"]')
    .map((warning) => [words(warning.closest('.row')!.querySelector('.asked')), words(warning)]);
const asked = (screen: Screen, count = 1) =>
  waitUntil(() => questions(screen).length === count, `${count} questions are asked`);
const status = (screen: Screen) => screen.text('p[aria-live]');

describe('the questions of <lending-review>', () => {
  const year = today().year;
  const cases: [what: string, change: (value: ReturnType<typeof usual>) => unknown, label: string, sentence: string][] =
    [
      [
        'a child',
        ({ applicant }) => {
          applicant.date_of_birth = `${year - 12}-01-01`;
          applicant.addresses[0]!.start_date = `01/01/${year - 12}`;
        },
        'Date of birth',
        'Check your date of birth. This makes you 12 years old',
      ],
      [
        'somebody of 101 years',
        ({ applicant }) => (applicant.date_of_birth = `${year - 101}-01-01`),
        'Date of birth',
        'Check your date of birth. This makes you 101 years old',
      ],
      [
        'a trade before the business was formed',
        ({ company }) => (company.trading_from_date = '2019-01-01 00:00:00.000'),
        'Date trading started',
        'Check when the business started trading. This is before it was formed',
      ],
      [
        'an email address with a typing error',
        ({ applicant }) => (applicant.email = 'jane@gmial.com'),
        'Email address',
        'Check your email address. Did you mean jane@gmail.com? Use jane@gmail.com',
      ],
      [
        'an email address whose ending does not exist',
        ({ applicant }) => (applicant.email = 'jane@acme.c'),
        'Email address',
        'Check your email address. The part after the @ looks unusual',
      ],
      [
        'a mobile number of Ireland',
        ({ applicant }) => (applicant.phone_number = '+44861234567'),
        'Phone number',
        'Check your phone number. If it is from another country, include the country code Use +353861234567',
      ],
      [
        'a postcode of another country',
        ({ applicant }) => (applicant.addresses[0]!.postcode = '75011'),
        'Home address',
        'Check this postcode. It does not look like one in the United Kingdom',
      ],
      [
        'a move before birth',
        ({ applicant }) => (applicant.addresses[0]!.start_date = '01/01/1999'),
        'Date moved in',
        'Check when you moved in. This is before you were born',
      ],
    ];
  for (const [what, change, label, sentence] of cases) {
    it(`are asked about ${what}, announced, and reject nothing`, async () => {
      const value = usual();
      change(value);
      const { element, screen } = await setup({ value });
      await asked(screen);
      expect(questions(screen)).to.deep.equal([[label, sentence]]);
      expect(status(screen)).to.equal(
        'One answer looks unusual. Check it. If it is correct, you can create your application.',
      );
      await expect(element).to.be.accessible();
      await screen.finish();
    });
  }

  it('go with the answers that they are about', async () => {
    const value = sampleApplication();
    const { screen, element } = await setup({ value });
    await asked(screen, 2);
    element.value = undefined;
    await element.updateComplete;
    expect(screen.all('[part="warning"]')).to.be.empty;
    expect(status(screen)).to.equal('');
  });

  it('are not asked about usual answers, about a created application, or about a business abroad', async () => {
    const quiet = async (value: object, properties: object = {}) => {
      const { screen } = await setup({ value, ...properties });
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(questions(screen)).to.be.empty;
      return screen;
    };
    expect(status(await quiet(usual()))).to.equal('');
    await quiet(sampleApplication(), { created: true });
    const abroad = usual();
    abroad.company.registered_number = '123456789';
    abroad.company.address.country_code = 'FR';
    await quiet(abroad);
  });

  it('disappear once the answers change', async () => {
    const value = usual();
    value.company.registered_number = '123';
    const { screen, element } = await setup({ value });
    await asked(screen);
    element.value = usual();
    await asked(screen, 0);
    expect(status(screen)).to.equal('');
  });

  describe('with a suggestion', () => {
    const seven = () => ({ ...usual(), company: { ...usual().company, registered_number: '1234567' } });

    it('offer a likely correction, which one press applies', async () => {
      const { element, screen, answers, stack } = await setup({ value: seven() });
      await asked(screen);
      const sentence = 'Check the registration number. Most have 8 characters, like 01234567';
      expect(screen.text('[part="warning"]')).to.equal(`${sentence} Use 01234567`);
      const corrected = screen.heard('lending-corrected');
      screen.part('suggestion').focus();
      screen.part('suggestion').click();
      await asked(screen, 0);
      expect(answers()[1]).to.deep.equal(['Registration number', '01234567']);
      expect(status(screen)).to.equal('The registration number is now 01234567.');
      expect(focused()?.className, 'the focus stays at the answer').to.include('answer');
      expect(corrected.map(told)).to.deep.equal(['step="review" review']);
      await expect(element).to.be.accessible();
      await screen.finish();
      expect((stack.sandbox.calls[0]!.body as ReturnType<typeof usual>).company.registered_number).to.equal('01234567');
    });

    it('offer no correction if none is similar, and no link to an answer that the applicant cannot change', async () => {
      const value = seven();
      value.company.registered_number = 'ACME';
      const { screen } = await setup({ value });
      await asked(screen);
      expect(screen.part('suggestion')).to.be.null;
      const settings = { readOnly: ['company.registered_number'] };
      const fixed = await setup({ value: seven(), settings });
      await asked(fixed.screen);
      expect(fixed.screen.text('[part="warning"]')).to.match(/^Check the registration number\. .*01234567$/);
      expect(fixed.screen.all('[part="warning"] button, .unusual button').length).to.equal(0);
    });

    it('change the journey’s answers, and the form’s fields', async () => {
      const { element, stack, fill, reach } = await setupJourney();
      await fill('company', { ...typedCompany(), registered_number: 'Company no. 1234567' });
      await fill('applicant');
      const review = await reach('review');
      await waitUntil(() => review.part('suggestion'), 'it is offered');
      review.part('suggestion').click();
      await waitUntil(() => !review.part('suggestion'), 'it is taken');
      expect(element.draft.answers?.company?.registered_number).to.equal('01234567');
      await review.press('Change Registered name of the business');
      const company = await reach('company');
      expect(company.field('registered_number').value).to.equal('01234567');
      company.submit();
      (await reach('review')).submit();
      await reach('documents');
      const body = stack.sandbox.calls[0]!.body as ReturnType<typeof formedApplication>;
      expect(body.company).to.deep.equal({ ...formedApplication().company, registered_number: '01234567' });
    });

    it('correct the email address and the phone number of the journey, too, and announce each', async () => {
      const { element, stack, fill, reach } = await setupJourney();
      await fill('company', { ...typedCompany(), registered_number: '01234567' });
      await fill('applicant', { ...typedApplicant(), email: 'jane@gmial.com', phone_number: '086 123 4567' });
      const review = await reach('review');
      await asked(review, 2);
      for (const said of ['Your email address is now jane@gmail.com.', 'Your phone number is now +353861234567.']) {
        review.part('suggestion').click();
        await waitUntil(() => status(review)?.startsWith(said), said);
      }
      await asked(review, 0);
      expect(element.draft.inputs?.applicant).to.include({ email: 'jane@gmail.com', phone_number: '+353861234567' });
      review.submit();
      await reach('documents');
      const { applicant } = stack.sandbox.calls[0]!.body as ReturnType<typeof formedApplication>;
      expect([applicant.email, applicant.phone_number]).to.deep.equal(['jane@gmail.com', '+353861234567']);
    });

    it('stay if the applicant opens the form and changes nothing', async () => {
      const { screen, fill, reach } = await setupJourney();
      await fill('company', { ...typedCompany(), registered_number: '1234567' });
      await fill('applicant');
      const review = await reach('review');
      await waitUntil(() => review.part('suggestion'), 'it is offered');
      review.find('.unusual button')!.click();
      const company = await reach('company');
      await screen.focus('registered_number');
      company.submit();
      const again = await reach('review');
      await waitUntil(() => again.part('suggestion'), 'it is offered again');
    });
  });
});
