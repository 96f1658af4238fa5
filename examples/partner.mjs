// Replaces the partner's sign-in and database. Each browser is a different user.

/** The names of the companies in the applicant's sentences. */
export const partner = {
  name: 'Ledgerly',
  broker: 'Sample Brokers',
  support: { name: 'Ledgerly support', address: 'help@ledgerly.example', phone: '01632 960 001' },
};

/** The created applications, as the partner stores them. */
export const applications = [];

/** The header that signs a new visitor in. */
export const signIn = () => `partner_user=${crypto.randomUUID()}; Path=/; HttpOnly; SameSite=Lax`;

/** The user of a request, or `null`. A real sign-in must verify the cookie; this one checks only its format. */
export function signedInUser(request) {
  const id = (request.headers.get('cookie') ?? '').match(/(?:^|; )partner_user=([\da-f-]{36})(?:;|$)/)?.[1];
  return id ? { subject: id } : null;
}

export const saveApplication = (created) => void applications.push(created);

/** The application of a user: the saved object, unchanged. */
export const savedApplication = ({ subject }) => applications.findLast((one) => one.subject === subject);
