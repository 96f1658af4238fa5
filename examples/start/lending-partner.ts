// Your platform's part. Replace these samples with your sign-in and your database.
import type { ApplicationToKeep } from 'lending-elements/server';

/** Your names in the sentences that applicants read. `broker` and `support` can be added. */
export const partner = { name: 'Your platform' };

/** Returns your id of the user who is signed in, or `null`. This sample has one user for everybody. */
export function signedInUser(_request: Request) {
  if (process.env.LENDING_ENVIRONMENT === 'sandbox') return { subject: 'sample-user' };
  throw new Error('signedInUser() in lending-partner.ts is the sample for the sandbox. Replace it with your sign-in.');
}

const applications = new Map<string, ApplicationToKeep>();

/** Stores an application when it was created: `{ company_id, application_id, region, email, subject }`. */
export const saveApplication = (created: ApplicationToKeep) => void applications.set(created.subject, created);

/** Returns the stored application of a user, or nothing. */
export const savedApplication = ({ subject }: { subject: string }) => applications.get(subject);
