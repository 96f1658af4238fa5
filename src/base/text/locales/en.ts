import type { Settings } from '../../../schema/settings.js';

export type ProblemParams = Readonly<Record<string, string | number>>;

// A sentence that depends on the settings is a method: the settings are its `this`.
/** The site that shows the forms, at the start of a sentence or in it. */
export const Site = ({ partner }: Settings) => partner.name ?? 'This site';
export const site = ({ partner }: Settings) => partner.name ?? 'this site';
/** The service that passes the application to lenders, at the start of a sentence or in it. */
export const Service = ({ partner }: Settings) => partner.broker?.name ?? 'The lending service';
export const service = ({ partner }: Settings) => partner.broker?.name ?? 'the lending service';

/** A year in the past that fits the question. */
export const yearsAgo = (years: number) => new Date().getFullYear() - years;
export const example = (day: string, years: number) => `For example, ${day} ${yearsAgo(years)}.`;

export const supportName = (settings: Settings) => settings.partner.support?.name ?? site(settings);

export const capital = (noun: string) => noun.replace(/^./, (first) => first.toUpperCase());
export const joinWords = (words: string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat('en-GB', { type }).format(words);

/**
 * English, for the first step and the parts that all steps share. Field keys are wire names. `noun` completes "Enter …", and
 * starts "… must be a real date".
 */
export const en = {
  continue: 'Continue',
  back: 'Back',
  'try-again': 'Try again',
  reload: 'Reload this page',
  loading: 'Loading…',
  sending: 'Sending…',
  optional: '(optional)',
  fixed(this: Settings) {
    return `${Site(this)} filled this in. You cannot change it here.`;
  },
  error: 'Error:',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  select: 'Select…',

  support: (name?: string) => (name ? `Contact ${name}:` : 'For help, contact:'),
  'support.or': 'or',
  'new-tab': '(opens in a new tab)',

  'summary.heading': (count: number) =>
    count === 1 ? '1 answer needs another look' : `${count} answers need another look`,
  'summary.done': 'Nothing left to correct',
  'failure.heading': 'Something went wrong',
  'failure.step': 'This step did not open',
  'failure.start': 'You cannot apply at the moment',
  'failure.kept': 'Everything you entered is still here.',
  failure(this: Settings) {
    return `There is a problem with ${site(this)}.`;
  },
  'failure.adapter-offline': 'You may be offline. Check your connection and try again.',
  'failure.adapter-timeout': 'This took too long. Check your connection and try again.',
  'failure.adapter-unreachable'(this: Settings) {
    return `${Site(this)} is not responding. Check your connection and try again.`;
  },
  'failure.script-outdated': 'This page was updated. Reload it to continue.',
  'failure.handler-signed-out':
    'You are not signed in. Open another tab and sign in there, then come back and try again.',

  'field.noun': 'this answer',
  'problem.empty': (noun: string, _params: ProblemParams) => `Enter ${noun}`,
  'problem.too-long': (noun: string, { maximum }: ProblemParams) =>
    `${capital(noun)} must be ${maximum} characters or fewer`,
  'problem.date-missing': (noun: string, { parts }: ProblemParams) =>
    `${capital(noun)} must include ${joinWords(
      String(parts)
        .split(' ')
        .map((part) => `a ${part}`),
    )}`,
  'problem.date-year': (noun: string) => `${capital(noun)} must include a year with 4 numbers, like ${yearsAgo(10)}`,
  'problem.not-real': (noun: string) => `${capital(noun)} must be a real date`,
  'problem.date-early': (noun: string, { minimum }: ProblemParams) => `${capital(noun)} must be in ${minimum} or later`,
  'problem.not-past': (noun: string) => `${capital(noun)} must be in the past`,
  'problem.future': (noun: string) => `${capital(noun)} must be today or in the past`,
  'problem.format': (noun: string) => `Check ${noun}. It is not in the correct format`,

  'journey.steps': 'Steps',
  'journey.step': (step: number, count: number) => `Step ${step} of ${count}`,
  'step.company': 'Business',
  'step.applicant': 'About you',
  'step.review': 'Check',
  'step.documents': 'Documents',
  'step.prequalification': 'Funding',
  'step.consent': 'Offers',
  'step.done': '(done)',

  'widget.heading': 'Your offers',

  'company.heading': 'Your business',
  'registered_name.label': 'Registered name of the business',
  'registered_name.noun': 'the registered name of the business',
  'registered_number.label': 'Registration number',
  'registered_number.hint': '8 characters, like 01234567 or SC123456. It is on your certificate of incorporation.',
  'registered_number.noun': 'the registration number',
  'type.label': 'Type of business',
  'type.noun': 'the type of business',
  'type.empty': 'Select the type of business',
  'formation_date.label': 'When was the business formed?',
  'formation_date.hint': () => example('27 3', 10),
  'formation_date.noun': 'the date the business was formed',
  'trading_from_date.label': 'When did the business start trading?',
  'trading_from_date.hint': () => `Its first sale or paid work. ${example('1 6', 10)}`,
  'trading_from_date.noun': 'the date the business started trading',
  'address.label': 'Business address',
  'address.part': 'You only need to give the number and street.',
  'address.house_number.label': 'Building name or number',
  'address.house_number.hint': 'For example, 12, Flat 3 or Rose Cottage.',
  'address.house_number.noun': 'the building name or number of the business',
  'address.line_1.label': 'Street',
  // With "If there is none, give the village." Chromium filled in neither the street nor the number: run the test of autofill after a change.
  'address.line_1.hint': 'The street, or the village if it does not have streets.',
  'address.line_1.noun': 'the street of the business address',
  'address.city.label': 'Town or city',
  'address.city.noun': 'the town or city of the business address',
  'address.county.label': 'County',
  'address.county.noun': 'the county of the business address',
  'address.postcode.label': 'Postcode',
  'address.postcode.noun': 'the postcode of the business address',

  given: (business: string) => `For: ${business}.`,
  'given.ltd': 'For UK private limited companies (Ltd).',
  'given.other': 'Something else?',
  'report-error.text'(this: Settings) {
    return `If this is not true for you, do not send this application. Ask ${supportName(this)} how you can apply.`;
  },
  'report-error.link': 'What to do if this is not right',

  'choice.ltd': 'Private limited company (Ltd)',
};
