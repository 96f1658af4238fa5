// Replaces the partner's sign-in and database. Each browser is a different user.

/** The names of the companies in the applicant's sentences. */
export const partner = {
  name: 'Ledgerly',
  broker: { name: 'Sample Brokers' },
  support: { name: 'Ledgerly support', email: 'help@ledgerly.example', phone: '01632 960 001' },
};

/** The header that signs a new visitor in. */
export const signIn = () => `partner_user=${crypto.randomUUID()}; Path=/; HttpOnly; SameSite=Lax`;

/** The clients for whom every user may act here. An accountant with two clients has two applications. */
const clients = ['client-1', 'client-2'];

/**
 * The user of a request, or `null`, and the client that the page names, if the user may act for it. A real sign-in must verify the cookie;
 * this one checks only its format.
 */
export function authorize(request, { business } = {}) {
  const id = (request.headers.get('cookie') ?? '').match(/(?:^|; )partner_user=([\da-f-]{36})(?:;|$)/)?.[1];
  return id ? { subject: id, business: clients.find((client) => client === business) } : null;
}
