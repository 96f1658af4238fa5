import { capital } from '../../base/text/locales/en.js';
import { withArticle } from '../../base/text/locales/en-later.js';
import { addSentences } from '../../base/text/text.js';

/** English, for answers that look unusual, and for an application that has other answers than those of the page. */
export const enUnlikely = {
  'number.unusual': 'Check the registration number. Most have 8 characters, like 01234567',
  'phone.unusual': 'Check your phone number. It may be too short or too long',
  'abroad.unusual': 'Check your phone number. If it is from another country, include the country code',
  'email.unusual': (meant?: string) =>
    `Check your email address. ${meant ? `Did you mean ${meant}?` : 'The part after the @ looks unusual'}`,
  'postcode.unusual': (country: string) => `Check this postcode. It does not look like one in ${withArticle(country)}`,
  'age.unusual': (years: number) =>
    `Check your date of birth. This makes you ${years ? `${years} year${years > 1 ? 's' : ''}` : 'less than a year'} old`,
  'early-trade.unusual': 'Check when the business started trading. This is before it was formed',
  'unborn.unusual': 'Check when you moved in. This is before you were born',
  'unlikely.use': (suggestion: string) => `Use ${suggestion}`,
  'unlikely.used': (noun: string, suggestion: string) => `${capital(noun)} is now ${suggestion}.`,
  'unlikely.count': (count: number) =>
    count > 1
      ? `${count} answers look unusual. Check each of them. If they are correct, you can create your application.`
      : 'One answer looks unusual. Check it. If it is correct, you can create your application.',
  'review.other.heading': 'Your application was already created',
  'review.other':
    'It was created with other answers, in another tab or on another device. The answers on this page were not sent. To protect your details, your answers are not shown again.',
};

export const unlikelyText = addSentences(enUnlikely);
