/** The made-up applicant, by the names of the inputs; a date has three of them. No real postcode begins with ZZ. */
const ANSWERS = Object.assign(
  { registered_name: 'Acorn Sample Bakery Ltd', registered_number: '99000101' },
  { formation_date: '14/3/2016', trading_from_date: '2/5/2016' },
  { 'address.house_number': '12', 'address.line_1': 'Sample Street' },
  { first_name: 'Amara', last_name: 'Sample', date_of_birth: '27/9/1985' },
  { email: 'amara@bakery.example', phone_number: '01632 960 123' },
  { 'addresses.0.house_number': '4', 'addresses.0.line_1': 'Model Road', 'addresses.0.city': 'Sampleton' },
  { 'addresses.0.county': 'Sampleshire', 'addresses.0.postcode': 'ZZ1 2EF' },
  { 'addresses.0.start_date': '1/2/2012', 'addresses.0.status': 'tenant' },
  { funding_amount: '25,000', monthly_revenue: '41,500', any_ccj: 'no' },
);
const PARTS = ['.day', '.month', '.year'];
function answerTo(name) {
  const part = PARTS.findIndex((end) => name.endsWith(end));
  return part < 0 ? ANSWERS[name] : ANSWERS[name.slice(0, -PARTS[part].length)]?.split('/')[part];
}

/** Finds the inputs in an element, through shadow roots. */
const inputsIn = (root) =>
  [...root.querySelectorAll('*')].flatMap((one) =>
    one.shadowRoot ? inputsIn(one.shadowRoot) : one.matches('input') ? one : [],
  );

/** Fills in the shown step as a visitor who types, and returns a sentence about it. The consent is left to the visitor. */
export function fillIn({ shadowRoot, step }) {
  const inputs = inputsIn(shadowRoot);
  for (const input of inputs) {
    const answer = answerTo(input.name);
    if (input.type === 'radio' && answer === input.value) input.click();
    if (input.type === 'radio' || answer === undefined) continue;
    input.value = answer;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  for (const input of inputs.filter(({ type }) => type === 'file').slice(0, 1)) {
    const chosen = new DataTransfer();
    chosen.items.add(new File(['%PDF-1.7\n%%EOF\n'], 'statement.pdf', { type: 'application/pdf' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
  inputs.at(-1)?.scrollIntoView({ block: 'center' });
  if (step === 'consent') return 'Nobody can agree for you. Read the four points, and tick the box if you agree.';
  return inputs.length > 0 ? 'Filled in. Press the button below the form.' : 'Nothing to type here. Press a button.';
}
