import { defaultSettings, type Form, type Kind, type Result, type Table } from '../../src/schema/index.js';
import type { Application, Prequalification } from '../../src/schema/index.js';

/** The specification's samples of endpoint 1, with a made-up applicant. Each call makes new objects. */
export const sampleApplication = (): Application => ({
  company: {
    address: { house_number: '1', line_1: 'Sample Street', country_code: 'UK' },
    registered_name: 'Acme LTD',
    registered_number: '12345',
    type: 'ltd',
    formation_date: '2020-07-10 15:00:00.000',
    trading_from_date: '2020-07-10 15:00:00.000',
    region: 'GB',
  },
  applicant: {
    addresses: [
      {
        house_number: '2',
        line_1: 'Sample Road',
        city: 'London',
        postcode: 'EC2A 4HT',
        county: 'Greater London',
        country_code: 'UK',
        start_date: '01/02/2012',
        status: 'tenant',
        region: 'UK',
        current: 'true',
      },
    ],
    first_name: 'Jane',
    last_name: 'Doe',
    email: 'jane.doe@example.com',
    phone_number: '+4412321321',
    country_of_residence: 'United Kingdom',
    date_of_birth: '2000-07-10',
  },
  region: 'UK',
});

/** Figures for endpoint 3. */
export const samplePrequalification = (): Prequalification => ({
  funding_amount: 25_000,
  monthly_revenue: 10_000,
  any_ccj: false,
});

/** A form of these fields alone. */
export const formOf = <T extends Table>(table: T): Form<T> => ({ table, path: '', settings: defaultSettings });

/** What a kind of field makes of something typed. */
export const readBy = <T>(kind: Kind<T>, typed: unknown) => kind.read(typed, defaultSettings);
export const valueOf = <T>(result: Result<T>): T | undefined => ('value' in result ? result.value : undefined);
