import { LendingConsentElement } from '../../src/components/consent/lending-consent.js';
import { expect, focused, pause, waitUntil, words, type Screen } from '../support/component.js';
import { setup as consent } from '../support/consent.js';
import { applicant, company, dated, filled, groups, moved, typedApplicant, typedCompany } from '../support/forms.js';

const count = (form: Screen) => form.text('#summary h3');
const said = (form: Screen) => form.text('#corrections > [aria-live]');
const isWrong = (form: Screen, id: string) => form.field(id).getAttribute('aria-invalid') === 'true';
const isHidden = (field: HTMLElement) => !!field.closest('[hidden]');
/** What a key press changes. */
function key(form: Screen, name: string, value: string): void {
  form.field(name).value = value;
  form.field(name).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
}

it('the heading of the errors has the focus, and no field has the caret, so that screen readers do not return to it', async () => {
  const form = await company();
  form.field('registered_name').focus();
  getSelection()!.collapse(form.field('registered_name').parentElement, 0);
  await form.submitRejected();
  expect(words(focused())).to.equal('6 answers need another look');
  expect(getSelection()!.rangeCount).to.equal(0);
});

describe('a corrected answer', () => {
  it('loses its error while it is typed, leaves the list, and does not move the page', async () => {
    const form = await company();
    await form.submitRejected();
    const input = form.field('registered_name');
    input.focus();
    await waitUntil(() => form.find('[part="notice"]'), 'the help without a number');
    const topOf = () => Math.round(input.getBoundingClientRect().top);
    const top = topOf();
    const heights = () => Math.round(form.element.getBoundingClientRect().height);
    const height = heights();
    key(form, 'registered_name', 'A');
    await waitUntil(() => !isWrong(form, 'registered_name'), 'the error goes');
    expect([count(form), said(form)]).to.deep.equal(['5 answers need another look', '']);
    expect([form.error('registered_name'), input.closest('.bad')]).to.deep.equal([undefined, null]);
    expect([topOf(), heights()]).to.deep.equal([top, height]);
    input.blur();
    await waitUntil(() => heights() < height, 'the space closes');
    expect(form.find('.space')).to.not.exist;
    await expect(form.element).to.be.accessible();
  });

  it('gets no error while it is typed, nor when it is left, until Continue is pressed', async () => {
    const form = await company();
    await form.submitRejected();
    form.type({ registered_name: 'Acme' });
    await waitUntil(() => !isWrong(form, 'registered_name'), 'the error goes');
    form.type({ registered_name: '' });
    await pause(100);
    expect(isWrong(form, 'registered_name')).to.be.false;
    expect((await form.submitRejected()).length).to.equal(6);
    expect(form.part('summary').offsetWidth, 'the panel is as wide as the form').to.equal(
      form.part('form').offsetWidth,
    );
  });

  it('gets another sentence only when it is left', async () => {
    const form = await applicant();
    await form.submitRejected();
    const before = form.error('email');
    key(form, 'email', 'jane');
    await pause(100);
    expect(form.error('email')).to.equal(before);
    form.field('email').dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => form.error('email') !== before, 'the sentence follows');
    expect(isWrong(form, 'email')).to.be.true;
  });

  it('keeps the sentence of a date while its parts are filled in', async () => {
    const form = await company();
    await form.submitRejected();
    const before = form.error('formation_date');
    form.type({ 'formation_date.day': '10' });
    await pause(100);
    expect(form.error('formation_date')).to.equal(before);
  });

  it('is announced by one quiet line if it was the last', async () => {
    const form = await company();
    await form.submitRejected();
    const heard: (string | undefined)[] = [];
    const line = form.find('#corrections > [aria-live]')!;
    new MutationObserver(() => heard.push(words(line))).observe(line, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    for (const [name, value] of Object.entries(typedCompany())) {
      form.type({ [name]: value });
      await pause(60);
    }
    await waitUntil(() => said(form) === 'Nothing left to correct', 'the quiet line is there');
    expect(new Set(heard)).to.deep.equal(new Set(['Nothing left to correct']));
    expect([form.find('#summary'), form.find('[aria-invalid="true"]')]).to.deep.equal([null, null]);
    await expect(form.element).to.be.accessible();
    await form.finish();
  });

  it('may be a date, a radio button or an address', async () => {
    const form = await applicant();
    await form.submitRejected();
    form.type(dated('date_of_birth', '10', '7', '2000'));
    await waitUntil(() => !isWrong(form, 'date_of_birth.day'), 'the date');
    const { 'addresses.0.status': status, ...others } = typedApplicant();
    form.type({ 'addresses.0.status': status! });
    await waitUntil(() => !form.error('addresses.0.status'), 'the radio button');
    form.type(others);
    await waitUntil(() => said(form) === 'Nothing left to correct', 'all of them');
  });

  it('may be on one of several screens, and is not mentioned on another one', async () => {
    const form = await company({ layout: 'screens' });
    form.type(typedCompany());
    form.submit();
    await form.heading('When did your business begin?');
    form.type(dated('formation_date', '', '', ''));
    await form.submitRejected();
    form.type(dated('formation_date', '10', '7', '2020'));
    await waitUntil(() => said(form) === 'Nothing left to correct', 'the error goes');
    form.part('back').click();
    await waitUntil(() => !isHidden(form.field('registered_name')), 'the first screen is shown');
    expect(form.text('#corrections')).to.be.undefined;
  });

  it('is not called the last one while another answer is wrong, or is made wrong', async () => {
    const form = await company({}, { registered_name: '' });
    await form.submitRejected();
    form.type({ registered_number: '' });
    form.type({ registered_name: 'Acme' });
    await waitUntil(() => !form.find('#summary'), 'the error goes');
    await pause(100);
    expect(said(form)).to.equal('');
    form.type({ registered_number: '12345' });
    await waitUntil(() => said(form) === 'Nothing left to correct', 'it is right');
    form.type({ registered_number: '' });
    await waitUntil(() => said(form) === '', 'it is wrong again');
  });

  it('is not called the last one when an address is removed that is still needed', async () => {
    const form = await filled(1, 2);
    form.type({ ...typedApplicant(), ...moved(0, 1), 'addresses.1.city': '' });
    await form.submitRejected();
    await form.press('Remove this address (Your previous address)');
    await waitUntil(() => groups(form).length === 1, 'it is removed');
    await waitUntil(() => !form.find('#summary'), 'its error goes');
    expect(said(form)).to.equal('');
  });

  it('loses the error of the service when it is changed, and no other answer does', async () => {
    const form = await company();
    form.type(typedCompany());
    await form.updated();
    const rejected = ['registered_name', 'registered_number'].map((path) => ({ path, reason: 'rejected' as const }));
    await form.element.showProblems(rejected, rejected[0]!);
    form.type({ registered_name: 'Other Ltd' });
    await waitUntil(() => !isWrong(form, 'registered_name'), 'the error goes');
    expect(isWrong(form, 'registered_number')).to.be.true;
  });

  it('keeps the question about a house number that was moved, while other answers change', async () => {
    const form = await company(
      {},
      { 'address.house_number': '', 'address.line_1': '12 Sample Street', registered_name: '' },
    );
    await form.submitRejected();
    const question = form.error('address.house_number');
    form.type({ registered_name: 'Acme' });
    await waitUntil(() => !isWrong(form, 'registered_name'), 'the error goes');
    expect(question).to.be.a('string');
    expect(form.error('address.house_number')).to.equal(question);
    form.type({ 'address.house_number': '14' });
    await waitUntil(() => !form.error('address.house_number'), 'the question goes with its answer');
  });

  it('may be the tick of the consent', async () => {
    const { screen, box } = await consent();
    await screen.submitRejected();
    box()!.click();
    await waitUntil(() => words(screen.find('#corrections')!) === 'Nothing left to correct', 'the quiet line is there');
    expect(LendingConsentElement.tag).to.equal(screen.element.localName);
  });
});
