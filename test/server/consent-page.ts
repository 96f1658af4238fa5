import type { Consent } from '../../src/schema/consent.js';
import { memoryConsents } from '../../src/server/index.js';
import { read, setup } from './setup.js';

/** A page of Jane's with an application, and the records of the handler. */
export async function created(options: Parameters<typeof setup>[0] = {}) {
  const consents = memoryConsents();
  const given = setup({ consents, ...options });
  const page = given.browser();
  await page.create();
  const events = () => consents.entries.map(({ event }) => event);
  const agree = async () => read(await page.post('request-offers', await page.good('request-offers')));
  return { ...given, consents, page, events, agree };
}

export const served = async (response: Response) => (await response.json()) as Consent;
