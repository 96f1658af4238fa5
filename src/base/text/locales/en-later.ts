import type { Settings } from '../../../schema/settings.js';
import { capital, en, example, joinWords, service, site, supportName, yearsAgo, type ProblemParams } from './en.js';
import { isRentOrOwn } from './rent-or-own.js';
import { addSentences, type SharedSentences } from '../text.js';

/** Adds the article to a country in a sentence: `the United Kingdom`, `France`. */
export const withArticle = (country: string) => (country.startsWith('United') ? `the ${country}` : country);

export const countFiles = (count: number) => (count === 1 ? '1 file' : `${count} files`);

const fileKind = (ending: string) => (ending === '.jpeg' ? 'JPG' : ending.slice(1).toUpperCase());

export const fileKinds = (endings: readonly string[]) => joinWords([...new Set(endings.map(fileKind))], 'disjunction');

const currency = ({ currencySign }: Settings) =>
  ({ '£': 'pounds', '€': 'euros', $: 'dollars' })[currencySign] ?? currencySign;

/** English, for the steps after the first. It loads with them. */
export const enLater = {
  change: 'Change',
  'not-given': 'Not given',
  slow: 'Still working. Do not reload or close this page.',
  yes: 'Yes',
  no: 'No',
  money: (amount: string, sign: string) => `${sign}${amount}`,

  'applicant.heading': 'About you',
  'first_name.label': 'First name',
  'first_name.noun': 'your first name',
  'last_name.label': 'Last name',
  'one-name': 'I have only one name',
  'last_name.noun': 'your last name',
  'date_of_birth.label': 'What is your date of birth?',
  'date_of_birth.hint': () => example('27 3', 40),
  'date_of_birth.noun': 'your date of birth',
  'date_of_birth.date-year': () => `Your date of birth must include a year with 4 numbers, like ${yearsAgo(40)}`,
  'email.label': 'Email address',
  'email.noun': 'your email address',
  'email.format': 'Enter an email address in the correct format, like name@example.com',
  'email.letters': 'Enter an email address without accented or special letters, like name@example.com',
  'phone_number.label': 'Phone number',
  'phone_number.hint': 'For international numbers, include the country code.',
  'phone_number.noun': 'your phone number',
  'phone_number.format': 'Enter a phone number in digits, like 01632 960 001, 07700 900 982 or +44 808 157 0192',
  'phone_number.extension': 'Enter your phone number without the extension, like 01632 960 001',
  'country_of_residence.label': 'Country you live in',
  'country_of_residence.noun': 'the country you live in',
  'country_of_residence.empty': 'Select the country you live in',
  'addresses.label': 'Your home address',
  'addresses.same': 'Same as the business address',
  'addresses.same-street': 'Same number and street as the business',
  'addresses.house_number.noun': 'the building name or number of your home',
  'addresses.line_1.noun': 'the street you live in',
  'addresses.city.noun': 'the town or city you live in',
  'addresses.county.noun': 'the county you live in',
  'addresses.postcode.noun': 'your postcode',
  'addresses.start_date.label': 'When did you move in?',
  'addresses.start_date.hint': () => `Your best estimate is fine. ${example('14 9', 5)}`,
  'addresses.start_date.noun': 'the date you moved in',
  'addresses.status.label'(this: Settings) {
    return isRentOrOwn(this) ? 'Do you rent or own your home?' : 'Which of these applies to your home?';
  },
  'addresses.status.noun': 'what applies to your home',
  'addresses.status.empty'(this: Settings) {
    return `Select ${isRentOrOwn(this) ? 'whether you rent or own your home' : 'what applies to your home'}`;
  },

  'review.heading': 'Check your answers',
  'review.intro'(this: Settings) {
    return `When you create your application, ${site(this)} sends these details to ${service(this)}. You will not be able to change them after that.`;
  },
  'review.submit': 'Create application',
  'review.failed': 'Your application was not created',
  'review.sending': 'Creating your application…',
  'review.created.heading': 'Your answers',
  'review.created': 'Your application has been created with these answers. You cannot change them now.',
  'review.sent': 'Your application has been created. To protect your details, your answers are not shown again.',
  'review.business-address': 'Address',
  'review.name': 'Name',
  'review.home-address': 'Home address',
  'review.earlier-address': 'Previous address',
  'review.country': 'Country of the business',
  'review.region': 'Region',
  'review.application-region': 'Region of the application',
  'review.funding_amount': 'Amount you want to borrow',
  'review.monthly_revenue': 'Monthly revenue',
  'review.any_ccj': 'County court judgments',
  'review.formation_date': 'Date formed',
  'review.trading_from_date': 'Date trading started',
  'review.date_of_birth': 'Date of birth',
  'review.start_date': 'Date moved in',
  'review.status'(this: Settings) {
    return isRentOrOwn(this) ? 'Rented or owned' : 'Status of the home';
  },
  'report-error': 'Not right?',
  'report-error.sent'(this: Settings) {
    return `If this is not true, tell ${supportName(this)}.`;
  },
  'company.noun': 'your business',
  'company.empty': 'Go back and answer all the questions about your business',
  'applicant.noun': 'about you',
  'applicant.empty': 'Go back and answer all the questions about you',

  'documents.heading': 'Add documents',
  'documents.intro': 'A recent business bank statement helps lenders decide. You can skip this.',
  'documents.skip': 'Skip for now',
  'documents.photo': 'Take a photo',
  'file.label': 'Choose files',
  'file.more': 'Add another file',
  'file.hint': (endings: readonly string[], limit: string) =>
    `${fileKinds(endings)}, up to ${limit} each. You can also drop or paste files here.`,

  'prequalification.heading': 'The funding you need',
  'prequalification.failed': 'Your figures may not have been sent',
  'prequalification.source'(this: Settings) {
    return `From your ${this.partner.name ? `${this.partner.name} account` : 'account on this site'}.`;
  },
  'funding_amount.label': 'How much do you want to borrow?',
  'funding_amount.hint'(this: Settings) {
    return `In ${currency(this)}, like 25,000.`;
  },
  'funding_amount.noun': 'the amount you want to borrow',
  'problem.too-small'(this: Settings, noun: string) {
    return `${capital(noun)} must be more than ${this.currencySign}0`;
  },
  'problem.too-large'(this: Settings, noun: string, { maximum }: ProblemParams) {
    return `${capital(noun)} must be ${this.currencySign}${Number(maximum).toLocaleString('en-GB')} or less`;
  },
  'problem.not-money': (noun: string) => `Enter ${noun} in digits, like 25,000`,
  'problem.currency'(this: Settings, noun: string) {
    return `Enter ${noun} as one amount in ${currency(this)}, not in another currency`;
  },
  'problem.range'(this: Settings, noun: string) {
    return `Enter ${noun} as one amount in ${currency(this)}, not as a range`;
  },
  'problem.about'(this: Settings, noun: string) {
    return `Enter ${noun} as one amount in ${currency(this)}, like 25,000, without “about” or other words and signs`;
  },
  'problem.decimals': (noun: string) =>
    `${capital(noun)} must have no more than 2 decimal places. For thousands, use a comma, like 25,000`,
  'monthly_revenue.label': 'What is the business’s monthly revenue?',
  'monthly_revenue.hint'(this: Settings) {
    return `In ${currency(this)}. A recent average is fine.`;
  },
  'monthly_revenue.noun': 'the business’s monthly revenue',
  'monthly_revenue.too-small'(this: Settings) {
    return `The business’s monthly revenue must be ${this.currencySign}0 or more`;
  },
  'any_ccj.label': 'Does the business have any county court judgments (CCJs)?',
  'any_ccj.hint': 'A CCJ is a court order to pay a debt.',
  'any_ccj.noun': 'whether the business has any county court judgments',
  'any_ccj.empty': 'Select yes if the business has any county court judgments',

  'consent.translated': 'This agreement is shown in its original language. Those are the words that you agree to.',
  'consent.language': (name: string) => `This agreement is in ${name}. Those are the words that you agree to.`,
  'consent.submit': 'Agree and get offers',
  'consent.sending': 'Requesting offers…',
  'consent.failed': 'Your offers may not have been requested',
  'consent.only.failed': 'Your answer may not have been recorded',
  'consent.only.submit': 'I agree',
  'consent.only.sending': 'Saving your answer…',
  'consent.decline': 'I do not agree',
  'consent.after': 'Lenders get your details and can make you offers.',
  'consent.only.after': 'Your agreement is recorded with the time and this text.',
  'consent.after-decline': 'Lenders do not get your details. Your application is saved.',
  'consent.after-decline.again': 'Nobody checks your credit again. Your application is saved.',
  'consent.see': 'See what you agreed to',
  'agree.noun': 'your answer',
  'agree.empty': 'Tick the box if you agree, or choose “I do not agree”',

  'journey.offline': 'You are offline. Your answers stay on this page.',
  'figures.heading': 'Your figures',
  'figures.amount': (amount: string) => `You asked for ${amount}`,
  'figures.revenue': (amount: string) => `revenue ${amount} a month`,
  'figures.judgments': (hasAny: boolean) => `${hasAny ? 'with' : 'no'} county court judgments`,
  'figures.change': 'Change the figures',
  'figures.notice': 'What you agree to',

  'widget.loading': 'Loading your offers…',
  'widget.close': 'Close',
  'widget.failed.heading': 'Your offers could not be shown',
  'widget.failed': 'If trying again does not work, reload the page or come back later.',
  'widget.reload': 'To see your offers again, reload the page. Your application is saved.',
  'failure.script-offline': en['failure.adapter-offline'],
  'failure.script': 'Part of this page did not load. An ad blocker or network filter may have stopped it.',

  'problem.unanswered': (_noun: string, { question }: ProblemParams) => `Answer “${question}”`,

  'choice.United Kingdom': 'United Kingdom',
  'choice.tenant': 'I rent it (tenant)',
  'choice.question': (label: string) => `Does “${label}” apply to your home?`,
  'choice.tenant.question': 'Do you rent your home?',
  'choice.tenant.label': 'Rented home',
  'choice.tenant.past-label': 'Rented previous home',
  'choice.bank-statement': 'Bank statement',
};

export const laterText = addSentences(enLater);
export type LaterText = ReturnType<typeof laterText<SharedSentences>>;
