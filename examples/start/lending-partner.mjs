// Your platform's part. Replace these samples.

/** Your names in the sentences that applicants read. `broker` and `support` can be added. */
export const partner = { name: 'Your platform' };

/**
 * Returns your ids of the user who is signed in and of the business that applies, or `null`. The page can name the business: check that this
 * user may act for it. This sample has one user, who may act for every business.
 */
export function authorize(_request, { business }) {
  if (process.env.LENDING_ENVIRONMENT === 'sandbox') return { subject: 'sample-user', business };
  throw new Error('authorize() in lending-partner.mjs is the sample for the sandbox. Replace it with your sign-in.');
}
