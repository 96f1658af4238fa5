import { expect, setup, waitUntil } from '../../support/journey.js';

const untilTitle = (title: string) => waitUntil(() => document.title === title, `the title is “${title}”`);

describe('the title of a page with <lending-onboarding>', () => {
  let before: string;
  beforeEach(() => {
    before = document.title;
    document.title = 'Funding';
  });
  afterEach(() => (document.title = before));

  it('is not changed by default', async () => {
    const { fill, reach } = await setup();
    await fill('company');
    await reach('applicant');
    expect(document.title).to.equal('Funding');
  });

  it('contains the step, its number and “Error” if there are problems, but no answer', async () => {
    const { fill, reach, step } = await setup({ pageTitle: true });
    await untilTitle('Your business – Step 1 of 6 – Funding');
    (await reach('company')).submit();
    await untilTitle('Error: Your business – Step 1 of 6 – Funding');
    await fill('company');
    await reach('applicant');
    await untilTitle('About you – Step 2 of 6 – Funding');
    step().type({ first_name: 'Zebedee' });
    step().submit();
    await untilTitle('Error: About you – Step 2 of 6 – Funding');
    expect(document.title).not.to.match(/Acme|Zebedee/);
  });

  it('is the page’s own again when the journey or the option is removed', async () => {
    const { element } = await setup({ pageTitle: true });
    await untilTitle('Your business – Step 1 of 6 – Funding');
    const parent = element.parentElement!;
    element.remove();
    await untilTitle('Funding');
    parent.append(element);
    await untilTitle('Your business – Step 1 of 6 – Funding');
    element.pageTitle = false;
    await untilTitle('Funding');
  });

  it('contains the newest title that the page has set, and is restored to it', async () => {
    const { element } = await setup({ pageTitle: true });
    await untilTitle('Your business – Step 1 of 6 – Funding');
    document.title = '(2) Funding';
    await untilTitle('Your business – Step 1 of 6 – (2) Funding');
    element.remove();
    await untilTitle('(2) Funding');
  });

  it('contains the step even if the option is set late', async () => {
    const { element, reach } = await setup();
    await reach('company');
    element.pageTitle = true;
    await untilTitle('Your business – Step 1 of 6 – Funding');
  });
});
