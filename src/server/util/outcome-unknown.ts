import { LendingError, type LendingErrorDetails } from '../../errors.js';

export const outcomeUnknown = (details: LendingErrorDetails = {}) =>
  new LendingError('outcome-unknown', 'The service did not confirm that the application was created.', {
    remedy:
      'Look for it in the partner dashboard, and settle it: lending-elements applications settle, or Handler.settleApplication().',
    ...details,
  });
