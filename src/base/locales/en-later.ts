import { capital, en, list } from './en.js';

export const size = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)}KB` : `${Math.floor(bytes / 1024 / 102.4) / 10}MB`;

export const files = (count: number) => (count === 1 ? '1 file' : `${count} files`);

const kindOf = (ending: string) => (ending === '.jpeg' ? 'JPG' : ending.slice(1).toUpperCase());

export const kinds = (endings: readonly string[]) => list([...new Set(endings.map(kindOf))], 'disjunction');

/** English, for the steps after the first. It loads with them. */
export const enLater = {
  change: 'Change',
  remove: 'Remove',
  'not-given': 'Not given',
  yes: 'Yes',
  no: 'No',
  money: (amount: string, sign: string) => `${sign}${amount}`,

  'applicant.heading': 'About you',
  'first_name.label': 'First name',
  'first_name.noun': 'your first name',
  'last_name.label': 'Last name',
  'last_name.noun': 'your last name',
  'date_of_birth.label': 'What is your date of birth?',
  'date_of_birth.hint': 'For example, 27 3 1985.',
  'date_of_birth.noun': 'your date of birth',
  'email.label': 'Email address',
  'email.noun': 'your email address',
  'email.format': 'Enter an email address in the correct format, like name@example.com',
  'email.letters': 'Enter an email address with only the letters a to z, like name@example.com',
  'phone_number.label': 'Phone number',
  'phone_number.hint': 'Start a number from abroad with + and its country code.',
  'phone_number.noun': 'your phone number',
  'phone_number.format': 'Enter a phone number, like 01632 960 001, 07700 900 982 or +44 808 157 0192',
  'phone_number.extension': 'Enter your phone number without the extension, like 01632 960 001',
  'phone_number.unusual': 'Check your phone number: it looks too short or too long',
  'country_of_residence.label': 'Country you live in',
  'country_of_residence.noun': 'the country you live in',
  'country_of_residence.empty': 'Select the country you live in',
  'addresses.label': 'Where you live now',
  'addresses.same': 'Same as the business’s address',
  'addresses.house_number.noun': 'the building name or number of your home',
  'addresses.line_1.noun': 'the street you live in',
  'addresses.city.noun': 'the town or city you live in',
  'addresses.county.noun': 'the county you live in',
  'addresses.postcode.noun': 'your postcode',
  'addresses.start_date.label': 'When did you move in?',
  'addresses.start_date.hint': 'For example, 27 3 2015.',
  'addresses.start_date.noun': 'the date you moved in',
  'addresses.status.label': 'How do you live there?',
  'addresses.status.noun': 'how you live there',
  'addresses.status.empty': 'Select how you live there',
  'previous.status.label': 'How did you live there?',

  'registered_number.unusual': 'Check the registration number: most have 8 characters, like 01234567',

  'review.heading': 'Check your answers',
  'review.intro':
    'We send these details to the lending service when you create the application. Then they cannot be changed here.',
  'review.submit': 'Create application',
  'review.sending': 'Creating your application…',
  'review.created.heading': 'Your answers',
  'review.created':
    'Your application has been created. These answers were sent with it, so they cannot be changed here.',
  'review.sent': 'Your application has been created. Your answers were sent with it, and are not shown again.',
  'review.business-address': 'Address',
  'review.name': 'Name',
  'review.home-address': 'Home address',
  'review.earlier-address': 'Previous address',
  'company.noun': 'your business',
  'company.empty': 'Your business is not complete: go back and fill it in',
  'applicant.noun': 'about you',
  'applicant.empty': 'Your own details are not complete: go back and fill them in',

  'documents.heading': 'Add documents',
  'documents.intro': 'A recent business bank statement helps lenders decide. You can go on without one.',
  'documents.skip': (unsent: number) => `Continue without ${unsent ? `sending ${files(unsent)}` : 'documents'}`,
  'documents.photo': 'Take a photo',
  'file.label': 'Choose files',
  'file.hint': (endings: readonly string[], bytes: number) =>
    `${kinds(endings)}, up to ${size(bytes)} each. You can drop or paste them here, too.`,
  'file.noun': 'a file',
  'file.empty': 'Choose a file, or continue without documents',

  'prequalification.heading': 'The funding you need',
  'funding_amount.label': 'How much do you want to borrow?',
  'funding_amount.hint': 'For example, 25,000.',
  'funding_amount.noun': 'the amount you want to borrow',
  'problem.too-small': (noun: string) => `${capital(noun)} must be more than 0`,
  'problem.too-large': (noun: string) => `${capital(noun)} is too large`,
  'problem.not-money': (noun: string) => `${capital(noun)} must be an amount of money, like 25,000`,
  'problem.decimals': (noun: string) =>
    `${capital(noun)} must have at most 2 numbers after the point. For thousands use a comma, like 25,000`,
  'monthly_revenue.label': 'What is the business’s monthly revenue?',
  'monthly_revenue.hint': 'A recent average is fine.',
  'monthly_revenue.noun': 'the monthly revenue',
  'monthly_revenue.too-small': 'Monthly revenue must be 0 or more',
  'any_ccj.label': 'Does the business have any county court judgments (CCJs)?',
  'any_ccj.hint': 'A CCJ is a court’s decision that a debt must be paid.',
  'any_ccj.noun': 'whether the business has any county court judgments',
  'any_ccj.empty': 'Select yes if the business has any county court judgments',

  'consent.translated': 'This notice is in its original language, and is what you agree to.',
  'consent.submit': 'Agree and get offers',
  'consent.sending': 'Asking for offers…',
  'consent.only.submit': 'I agree',
  'consent.only.sending': 'Recording…',
  'consent.decline': 'I do not agree',
  'consent.see': 'See what you agreed to',
  'agree.noun': 'your answer',
  'agree.empty': 'Tick the box if you agree, or choose “I do not agree”',

  'journey.offline': 'You are offline. What you enter stays here.',
  'end.created': 'Application created',
  'end.documents': (isSent: boolean, count: number) =>
    !isSent ? 'No documents sent' : count ? `${count} document${count > 1 ? 's' : ''} sent` : 'Documents sent',
  'end.figures': (isSent: boolean, amount: string, revenue: string, hasJudgments?: boolean) =>
    !isSent
      ? 'No figures sent'
      : [
          amount && `${amount} wanted`,
          revenue && `${revenue} monthly revenue`,
          hasJudgments !== undefined && `${hasJudgments ? '' : 'no '}county court judgments`,
        ]
          .filter(Boolean)
          .join(', ') || 'Figures sent',
  'end.change': 'Change the figures',
  'end.offers': (hasAsked: boolean) => (hasAsked ? 'Offers requested' : 'No offers requested'),

  'widget.loading': 'Loading your offers…',
  'widget.failed.heading': 'Your offers could not be shown',
  'widget.failed': 'If that does not help, reload the page, or come back later.',
  'failure.script-offline': en['failure.adapter-offline'],
  'failure.script': 'A part of this page did not load. An ad blocker or network filter may have stopped it.',

  'choice.tenant': 'I rent it (tenant)',
  'choice.bank-statement': 'Bank statement',
};
