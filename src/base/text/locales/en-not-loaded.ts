/** English, for the place of an element whose files did not load. */
export const enNotLoaded = {
  'not-loaded':
    'This part of the page did not load. Check your internet connection. An ad blocker or network filter may also have stopped it.',
  reload: 'Reload this page',
};
