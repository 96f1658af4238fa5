import type { FoundAddress, FoundCompany } from '../../src/server/index.js';

/** A company that a partner's register finds. */
export const foundCompany = (): FoundCompany => ({
  registered_name: 'Acme LTD',
  registered_number: '12345',
  type: 'ltd',
  formation_date: '2020-07-10 15:00:00.000',
  address: { house_number: '1', line_1: 'Sample Street', city: 'Leeds', postcode: 'LS1 4AP' },
});

/** An address that a partner's list finds. */
export const foundAddress = (): FoundAddress => ({
  house_number: '2',
  line_1: 'Sample Road',
  city: 'London',
  county: 'Greater London',
  postcode: 'EC2A 4HT',
});
