import { sampleLookups } from '../../../src/sandbox/lender/lookups.js';
import { answeringJson, at, once, type Fault } from '../../../stories/support/faults.js';
import { formedApplication, typedApplicant, typedCompany } from '../../../stories/support/samples.mjs';
import { bodiesOf } from '../../../stories/support/stack.js';
import { expect, focused, waitUntil, words } from '../../support/component.js';
import { device, draftStack, hide, reload } from '../../support/drafts.js';
import { entryThere, load, setup, setupHistory, travel } from '../../support/journey.js';

const layout = 'screens' as const;
type Journey = Awaited<ReturnType<typeof load>>;

/** What a person sees of a screen. */
function screens({ reach, step, back, screen }: Journey) {
  const heading = async (text: string) => {
    await waitUntil(() => words(focused()) === text, `“${text}” has the focus`);
    await step().updated();
  };
  const seen = () =>
    step()
      .all<HTMLInputElement>('input, select')
      .filter((input) => input.checkVisibility());
  const inputs = () => seen().map(({ name, id }) => name || id);
  /** The number of text inputs and lists on each screen that was answered. */
  const counts: number[] = [];
  /** Types what is asked on the screen, and continues. */
  const answer = async (values: Record<string, string>) => {
    const asked = inputs();
    counts.push(seen().filter(({ type }) => type !== 'radio' && type !== 'checkbox').length);
    step().type(Object.fromEntries(Object.entries(values).filter(([name]) => asked.includes(name))));
    step().submit();
  };
  const company = async (more: Record<string, string> = {}) => {
    await reach('company');
    for (const next of ['When did your business begin?', 'Where is your business?', 'About you']) {
      await answer({ ...typedCompany(), ...more });
      await heading(next);
    }
  };
  const applicant = async () => {
    await reach('applicant');
    for (const next of [
      'What are your contact details?',
      'Where do you live?',
      'How long have you lived there?',
      'Check your answers',
    ]) {
      await answer(typedApplicant());
      await heading(next);
    }
  };
  return { heading, inputs, answer, company, applicant, back, screen, counts };
}
async function journey(...[properties, options]: Parameters<typeof setup>) {
  const all = await setup({ layout, ...properties }, options);
  await all.reach('company');
  return { ...all, ...screens(all) };
}

describe('<lending-onboarding layout="screens">', () => {
  it('shows few inputs at a time, under one question, and counts the same steps', async () => {
    const { element, screen, inputs, company, applicant, step, stack, reach } = await journey();
    const seen: [string | undefined, number][] = [];
    const place = (): (typeof seen)[number] => [
      screen.text('[part="progress"]'),
      Math.round(screen.find<HTMLProgressElement>('.bar')!.value * 12),
    ];
    element.addEventListener(
      'lending-screen-changed',
      () =>
        void step()
          .updated()
          .then(() => seen.push(place())),
    );
    expect(inputs()).to.deep.equal(['registered_name', 'registered_number']);
    await company();
    await expect(element).to.be.accessible();
    expect(inputs()).to.have.length(6);
    await applicant();
    expect(seen, 'in twelfths of a step').to.deep.equal([
      ['Step 1 of 6', 8],
      ['Step 1 of 6', 12],
      ['Step 2 of 6', 18],
      ['Step 2 of 6', 21],
      ['Step 2 of 6', 24],
    ]);
    step().submit();
    await reach('documents');
    expect(bodiesOf(stack, 'createApplication')).to.deep.equal([formedApplication()]);
  });

  it('has at most six text inputs on each screen, even if every field is shown', async () => {
    const fields = Object.fromEntries(
      ['city', 'county', 'postcode'].map((name) => [`company.address.${name}`, 'required' as const]),
    );
    const settings = { fields, companyTypes: [{ value: 'ltd' }, { value: 'plc' }] };
    const { inputs, company, applicant, counts } = await journey({}, { handler: { settings } });
    await waitUntil(() => inputs().includes('type'), 'the settings have arrived');
    const rest = { 'address.city': 'London', 'address.county': 'Kent', 'address.postcode': 'EC2A 4HT', type: 'plc' };
    await company(rest);
    await applicant();
    expect([counts.length, Math.max(...counts)], counts.join(' ')).to.deep.equal([7, 6]);
  });

  it('names the next step on the last screen of a step, and shows no title of a group', async () => {
    const { step, answer, heading } = await journey();
    const seen = () => ['#next', '.title'].map((part) => step().find(part)!.checkVisibility());
    await answer(typedCompany());
    await heading('When did your business begin?');
    expect(seen()).to.deep.equal([false, false]);
    await answer(typedCompany());
    await heading('Where is your business?');
    expect(step().text('#next')).to.equal('Next: about you');
    expect(seen()[0]).to.be.true;
    expect(getComputedStyle(step().find('.title')!).clipPath, 'only screen readers read it').to.equal('inset(50%)');
  });

  it('checks only the inputs on the screen, and shows their errors there', async () => {
    const { element, step, heading, answer } = await journey();
    expect((await step().submitRejected()).map(({ target }) => target)).to.deep.equal([
      'registered_name',
      'registered_number',
    ]);
    await expect(element).to.be.accessible();
    await answer(typedCompany());
    await heading('When did your business begin?');
    expect(step().summary(), 'the next screen has no errors').to.be.empty;
    expect((await step().submitRejected()).map(({ target }) => target)).to.deep.equal([
      'formation_date.day',
      'trading_from_date.day',
    ]);
  });

  it('goes one screen back, from the first screen to the last one of the step before', async () => {
    const { company, heading, back, inputs, screen } = await journey();
    expect(screen.part('back')).to.be.null;
    await company();
    back();
    await heading('Where is your business?');
    expect(inputs()).to.deep.equal(['address.house_number', 'address.line_1']);
    back();
    await heading('When did your business begin?');
  });

  it('moves with the browser’s Back and Forward, one screen at a time', async () => {
    const all = await setupHistory({ layout });
    const { answer, heading } = screens(all);
    await all.reach('company');
    await answer(typedCompany());
    await heading('When did your business begin?');
    await answer(typedCompany());
    await heading('Where is your business?');
    expect(entryThere()).to.include({ step: 'company', screen: 'address', at: 2 });
    await travel(-1);
    await heading('When did your business begin?');
    await travel(-1);
    await heading('Your business');
    await travel(1);
    await heading('When did your business begin?');
    all.back();
    await heading('Your business');
    await waitUntil(() => entryThere()?.at === 0, 'the Back button goes back in the history');
    all.element.remove();
    await travel(1);
    const again = await load(all.stack, { layout, history: 'on' });
    await again.reach('company');
    await waitUntil(() => again.step().text('h2') === 'When did your business begin?', 'the entry knows the screen');
  });

  it('is at the same screen after a reload, and on another device', async () => {
    const one = draftStack();
    const page = await load(one.stack, { layout });
    await waitUntil(() => page.screen.part('saved'), 'it saves');
    const { answer, heading } = screens(page);
    await page.reach('company');
    await answer(typedCompany());
    await heading('When did your business begin?');
    page.step().type({ 'formation_date.day': '10' });
    const again = await reload(page, one.stack, { layout });
    await again.reach('company');
    await waitUntil(() => again.step().text('h2') === 'When did your business begin?', 'the screen is back');
    expect(again.step().typed()['formation_date.day']).to.equal('10');
    again.step().type({ 'formation_date.day': '11' });
    hide();
    await waitUntil(() => one.saves().length > 0, 'it is saved');
    await waitUntil(async () => !!(await device(one.stack).load()), 'it has arrived');
    expect((await device(one.stack).load())?.screen).to.equal('dates');
    again.back();
    await screens(again).heading('Your business');
  });

  it('opens the screen of an answer that the service rejects, and returns to the review', async () => {
    const body = { errors: [{ field: 'company.address.line_1', message: 'unknown' }] };
    const service: Fault = (fetch) => at('/applications', once(answeringJson(body, { status: 422 })))(fetch);
    const { company, applicant, step, heading, inputs, reach, back } = await journey({}, { service });
    await company();
    await applicant();
    step().submit();
    await step().focus('summary');
    step().find('#summary a')!.click();
    await waitUntil(() => focused()?.id === 'address.line_1', 'its input has the focus');
    expect(inputs()).to.deep.equal(['address.house_number', 'address.line_1']);
    expect(step().summary()).to.have.length(1);
    step().type({ 'address.line_1': 'Another Street' });
    step().submit();
    await heading('Check your answers');
    await (await reach('review')).press('Change Registered name of the business');
    await waitUntil(() => focused()?.id === 'registered_name', 'its input has the focus');
    expect(step().text('h2')).to.equal('Your business');
    back();
    await heading('Check your answers');
  });

  it('has the search in the first input, if the backend has a lookup, and leaves out the screens that the result fills in', async () => {
    const { step, heading, inputs, answer, element } = await journey({}, { handler: sampleLookups() });
    await waitUntil(() => step().find('[role="combobox"]'), 'the search has loaded');
    await step().updated();
    expect(inputs()).to.deep.equal(['registered_name', 'registered_number']);
    expect((await step().submitRejected()).map(({ target }) => target)).to.deep.equal(inputs());
    step().type({ registered_name: 'willow' });
    await waitUntil(() => step().find('[role="option"]'), 'there is a result');
    step().find('[role="option"]')!.click();
    await waitUntil(() => step().part('card')?.checkVisibility(), 'the card is shown');
    await expect(element).to.be.accessible();
    step().submit();
    await heading('When did your business begin?');
    expect(step().part('card').checkVisibility(), 'the card is on its own screen').to.be.false;
    await answer(typedCompany());
    await heading('About you');
  });

  it('has the button for the search only on the screen of the address', async () => {
    const { element, step, heading, reach } = await journey({}, { handler: sampleLookups() });
    await waitUntil(() => step().find('[role="combobox"]'), 'the search has loaded');
    const { company } = formedApplication();
    element.draft = { step: 'applicant', screen: 'home.0', answers: { company } };
    await reach('applicant');
    const button = () => step().part('switch') as HTMLElement | null;
    await waitUntil(button, 'there is a search');
    button()!.click();
    await waitUntil(() => step().find('[id="addresses.0.line_1"]'), 'the fields are shown');
    expect(button()!.checkVisibility()).to.be.true;
    step().type(typedApplicant());
    step().submit();
    await heading('How long have you lived there?');
    expect(button()!.checkVisibility()).to.be.false;
  });

  it('ignores the second of two taps on Continue', async () => {
    const { step, heading } = await journey();
    step().type(typedCompany());
    const tap = () =>
      step()
        .part('submit')
        .dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail: 1 }));
    tap();
    await waitUntil(() => step().text('h2') === 'When did your business begin?', 'the next screen is shown');
    tap();
    await heading('When did your business begin?');
    expect(step().summary()).to.be.empty;
  });

  it('shows whole steps with another layout, and does not load the code for screens', async () => {
    const { reach, inputs } = await journey({ layout: 'page' });
    await reach('company');
    expect(inputs()).to.have.length(10);
  });
});
