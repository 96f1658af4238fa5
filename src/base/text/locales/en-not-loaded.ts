/** English, for the place of an element whose files did not load, or that does not run in this browser. */
export const enNotLoaded = {
  'not-loaded':
    'This part of the page did not load. Check your internet connection. An ad blocker or network filter may also have stopped it.',
  'newer-browser': 'This page needs a newer browser. Update your browser, or open this page in another one.',
  reload: 'Reload this page',
};
