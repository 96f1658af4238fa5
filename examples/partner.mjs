// Stands for what the partner has already: its sign-in, and its database. Each browser is a user of its own.
import { randomUUID } from 'node:crypto';

const users = new Set();

/** The applications that were created, as the partner keeps them. */
export const applications = [];

/** The header that signs a new visitor in. */
export function signIn() {
  const id = randomUUID();
  users.add(id);
  return `partner_user=${id}; Path=/; HttpOnly; SameSite=Lax`;
}

/** The user whom a request belongs to, or `null`. */
export function signedInUser(request) {
  const id = (request.headers.get('cookie') ?? '').match(/(?:^|; )partner_user=([^;]+)/)?.[1];
  return users.has(id) ? { subject: id } : null;
}

export const saveApplication = (created) => void applications.push(created);
