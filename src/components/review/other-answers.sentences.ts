import { addSentences } from '../../base/text/text.js';

/** English, for an application that has other answers than those of the page. It loads then. */
export const enOtherAnswers = {
  'review.other.heading': 'Your application was already created',
  'review.other':
    'It was created with other answers, in another tab or on another device. The answers on this page were not sent. To protect your details, your answers are not shown again.',
};

export const otherAnswersText = addSentences(enOtherAnswers);
