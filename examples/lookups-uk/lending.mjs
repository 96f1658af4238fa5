// The handler with both lookups. The keys stay on the backend: the page sends only the applicant's text to the handler.
import { createHandler, fromEnv } from 'lending-elements/server/node';
import { authorize, partner } from '../partner.mjs';
import { companiesHouse } from './companies-house.mjs';
import { osPlaces } from './os-places.mjs';

/** Your types of businesses, and the one for each type of the register. Replace them with those that the service has agreed with you. */
const companyTypes = [
  { value: 'ltd', label: 'Limited company' },
  { value: 'llp', label: 'Limited liability partnership' },
];
const types = { ltd: 'ltd', 'private-limited-guarant-nsc': 'ltd', llp: 'llp' };

/** Without a key, the page asks for each field instead. Tests give it an environment, `fetch` and a store of their own. */
export function createLending(
  { COMPANIES_HOUSE_KEY, OS_PLACES_KEY, ...env } = process.env,
  { fetch, ...options } = {},
) {
  return createHandler({
    ...fromEnv(env),
    authorize,
    settings: { partner, companyTypes },
    lookupCompany: COMPANIES_HOUSE_KEY ? companiesHouse({ key: COMPANIES_HOUSE_KEY, types, fetch }) : undefined,
    lookupAddress: OS_PLACES_KEY ? osPlaces({ key: OS_PLACES_KEY, fetch }) : undefined,
    ...options,
  });
}
