import type { Applicant, Company } from '../application.js';
import { today } from '../fields/dates.js';

const POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}$/;

/** A quick check that avoids loading the full one: returns true if all answers are typical of the United Kingdom. */
export function areUsualAnswers({
  company,
  applicant,
}: {
  company?: Company | undefined;
  applicant?: Applicant | undefined;
}): boolean {
  if (!company || !applicant) return false;
  const { registered_number = '', formation_date = '', trading_from_date = '', address } = company;
  const { date_of_birth = '', phone_number = '', addresses } = applicant;
  const born = parseInt(date_of_birth, 10);
  const age = today().year - born;
  return (
    /^\d{8}$/.test(registered_number) &&
    trading_from_date >= formation_date &&
    !address.postcode &&
    age > 18 &&
    age < 100 &&
    /^\+44[1-9]\d{9}$/.test(phone_number) &&
    addresses.every(
      ({ country_code, postcode = '', start_date = '' }) =>
        /^(UK|GB)$/.test(country_code) && POSTCODE.test(postcode) && Number(start_date.slice(6)) > born,
    )
  );
}
