// The handler: the options from the environment, and your platform's part.
import { createHandler, fromEnv } from 'lending-elements/server/node';

/** The clients for whom every user may act here. An accountant with two clients has two applications. */
const clients = ['client-1', 'client-2'];

/** Replace this with your sign-in. Each browser is a different user here, and only the format of the cookie is checked. */
function authorize(request, { business }) {
  const id = (request.headers.get('cookie') ?? '').match(/(?:^|; )partner_user=([\da-f-]{36})(?:;|$)/)?.[1];
  return id ? { subject: id, business: clients.find((client) => client === business) } : null;
}

/** Next reads this file when it builds, too. It needs no key for that. */
export const lending = createHandler({
  ...fromEnv(),
  settings: {
    partner: {
      name: 'Ledgerly',
      broker: { name: 'Sample Brokers' },
      support: { name: 'Ledgerly support', email: 'help@ledgerly.example', phone: '01632 960 001' },
    },
  },
  authorize,
});
