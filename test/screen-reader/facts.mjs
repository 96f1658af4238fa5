// What an applicant must hear in the journey, whatever else is shortened, and the most words for it.

/** The words with which Orca says all facts, by browser. Firefox reports more of them twice. */
export const MOST = { firefox: 1980, chromium: 1820 };

const LABELS = [
  'Find your business',
  'When did the business start trading?',
  'First name',
  'Last name',
  'I have only one name',
  'What is your date of birth?',
  'Email address',
  'Phone number',
  'Your home address',
  'Same number and street as the business',
  'Find your address',
  'When did you move in?',
  'Do you rent your home?',
  'How much do you want to borrow?',
  'What is the business’s monthly revenue?',
  'Does the business have any county court judgments (CCJs)?',
  'I have read this and agree to my details being shared and checked like this.',
];

const HINTS = [
  'By name or registration number.',
  'Ledgerly searches as you type.',
  'Its first sale or paid work. For example, 1 6',
  'For example, 27 3',
  'For international numbers, include the country code.',
  'By postcode or street.',
  'Your best estimate is fine. For example, 14 9',
  'PDF, JPG or PNG, up to 10 MB each.',
  'In pounds, like 25,000.',
  'In pounds. A recent average is fine.',
  'A CCJ is a court order to pay a debt.',
  'Lenders get your details and can make you offers.',
];

const ERRORS = [
  'Enter the date the business started trading',
  'Enter your first name',
  'Enter your last name',
  'Enter your date of birth',
  'Enter your email address',
  'Enter your phone number',
  'Choose your address from the results, or enter it yourself',
  'Enter the date you moved in',
  'Answer “Do you rent your home?”',
  'Enter an email address in the correct format',
  'is not a real PDF, JPG or PNG',
  'Tick the box if you agree, or choose “I do not agree”',
];

const RESULTS = [
  ...[1, 2, 3, 4, 5, 6].map((number) => `Step ${number} of 6`),
  'For UK private limited companies (Ltd).',
  'Country you live in: United Kingdom.',
  '99000101 . 12 Sample Street, Sampleton, ZZ1 1AB',
  'One answer looks unusual.',
  '“june.pdf” added.',
  '“july.pdf” added.',
  '“notes.pdf” removed.',
  'How credit reference agencies use your details (opens in a new tab)',
  'How fraud prevention agencies use your details (opens in a new tab)',
  'You have 3 offers',
  'You borrow £25,000 from Sample Bank, and repay £',
  'Accept offer from Sample Bank',
  'You accepted the offer from Sample Bank',
];

/** Each problem is heard in the list and at its field. */
export const FACTS = [
  ...LABELS,
  ...HINTS,
  ...ERRORS,
  ...ERRORS.filter((one) => !one.startsWith('is ')).map((one) => `Error: ${one}`),
  ...RESULTS,
];
