// Stands for what the partner has already: its sign-in, and its database. Each browser is a user of its own.

/** Who the applicant deals with, for the sentences that they read. */
export const partner = {
  name: 'Ledgerly',
  broker: 'Sample Brokers',
  support: { name: 'Ledgerly support', address: 'help@ledgerly.example', phone: '01632 960 001' },
};

/** The applications that were created, as the partner keeps them. */
export const applications = [];

/** The header that signs a new visitor in. */
export const signIn = () => `partner_user=${crypto.randomUUID()}; Path=/; HttpOnly; SameSite=Lax`;

/** The user whom a request belongs to, or `null`. A real sign-in knows the cookies that it gave; this one knows their shape. */
export function signedInUser(request) {
  const id = (request.headers.get('cookie') ?? '').match(/(?:^|; )partner_user=([\da-f-]{36})(?:;|$)/)?.[1];
  return id ? { subject: id } : null;
}

export const saveApplication = (created) => void applications.push(created);

/** The application that a user has: the object that was saved, as it is. */
export const savedApplication = ({ subject }) => applications.findLast((one) => one.subject === subject);
