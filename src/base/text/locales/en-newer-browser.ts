import { addSentences } from '../text.js';

/** English, for browsers in which the elements do not run. */
export const enNewerBrowser = {
  'newer-browser': 'This page needs a newer browser. Update your browser, or open this page in another one.',
};

export const newerBrowserText = addSentences(enNewerBrowser);
