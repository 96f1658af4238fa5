// The handler: the options from the environment, and your platform's part.
import { createHandler } from 'lending-elements/server';
import { fromEnv } from 'lending-elements/server/node';

/** Replace this with your sign-in. Each browser is a different user here, and only the format of the cookie is checked. */
function signedInUser(request) {
  const id = (request.headers.get('cookie') ?? '').match(/(?:^|; )partner_user=([\da-f-]{36})(?:;|$)/)?.[1];
  return id ? { subject: id } : null;
}

/** Replace this with your database. */
const applications = new Map();

/** Next reads this file when it builds, too. It needs no key for that. */
export const lending = createHandler({
  ...fromEnv(),
  settings: {
    partner: {
      name: 'Ledgerly',
      broker: 'Sample Brokers',
      support: { name: 'Ledgerly support', address: 'help@ledgerly.example', phone: '01632 960 001' },
    },
  },
  authorize: signedInUser,
  onApplicationCreated: (created) => void applications.set(created.subject, created),
  existingApplication: ({ subject }) => applications.get(subject),
});
