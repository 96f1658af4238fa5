/** English, for an end without the widget. It loads with that case. */
export const enEnd = {
  'end.heading': (hasAsked: boolean) => (hasAsked ? 'We have asked for offers' : 'Your application has been created'),
  'end.next': (hasAsked: boolean, canAsk: boolean) =>
    hasAsked
      ? 'Lenders look at your application now, some of them by hand. Their offers can take a while.'
      : canAsk
        ? 'To get offers, go back and agree to the checks, now or later on this page.'
        : 'There is nothing more to do here.',
};
