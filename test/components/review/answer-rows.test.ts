import { applicantRows, companyRows, streetLine } from '../../../src/components/review/answer-rows.js';
import { LendingReviewElement } from '../../../src/components/review/lending-review.js';
import { isFieldType, type FieldTable } from '../../../src/schema/fields/field-type.js';
import { APPLICANT } from '../../../src/schema/forms/applicant-form.js';
import { COMPANY } from '../../../src/schema/forms/company-form.js';
import { defaultSettings, expect, mount, sampleApplication } from '../../support/review.js';

/** The paths of all fields of a wire object; of a list, those of its first item. */
const leaves = (table: FieldTable, path: string): string[] =>
  Object.entries(table).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    if (isFieldType(field)) return [at];
    return Array.isArray(field) ? leaves(field[0] as FieldTable, `${at}.0`) : leaves(field as FieldTable, at);
  });

describe('the rows of the review', () => {
  it('contain each field of an application', async () => {
    const { text } = (await mount(LendingReviewElement)).element;
    const words = { settings: defaultSettings, text };
    const { company, applicant } = sampleApplication();
    const rows = [...companyRows(company, words), ...applicantRows(applicant, words)];
    const fields = ['region', ...leaves(COMPANY, 'company'), ...leaves(APPLICANT, 'applicant')];
    expect(fields).to.have.length.above(20);
    for (const field of fields) {
      expect(
        rows.filter(({ paths }) => paths.includes(field)),
        field,
      ).to.have.length(1);
    }
  });
});

describe('the number of a building and its street on one line', () => {
  for (const [house, street, line] of [
    ['12', 'Sample Road', '12 Sample Road'],
    ['12a', 'Sample Road', '12a Sample Road'],
    ['12-14', 'Sample Road', '12-14 Sample Road'],
    ['12 – 14b', 'Sample Road', '12 – 14b Sample Road'],
    ['3/2', 'Sample Road', '3/2 Sample Road'],
    ['No. 7', 'Sample Road', 'No. 7 Sample Road'],
    ['Rose Cottage', 'Sample Road', 'Rose Cottage, Sample Road'],
    ['Flat 3', 'Sample Road', 'Flat 3, Sample Road'],
    ['Unit 4', 'Sample Estate', 'Unit 4, Sample Estate'],
    ['Flat 3, 12', 'Sample Road', 'Flat 3, 12 Sample Road'],
    ['Flat 3', '12 Sample Road', 'Flat 3, 12 Sample Road'],
    ['Studio 54', 'Sample Road', 'Studio 54, Sample Road'],
    ['Rose Cottage, 12a', 'Sample Road', 'Rose Cottage, 12a Sample Road'],
    ['', 'PO Box 12', 'PO Box 12'],
    [undefined, 'Sample Road', 'Sample Road'],
    ['12', undefined, '12'],
  ] as const) {
    it(`is “${line}”: ${house ?? 'nothing'} and ${street ?? 'nothing'}`, () => {
      expect(streetLine(house, street)).to.equal(line);
    });
  }
});

it('the number of a BFPO address is shown once', async () => {
  const { text } = (await mount(LendingReviewElement)).element;
  const { company } = sampleApplication();
  for (const [address, line] of [
    [{ line_1: 'BFPO 58', city: 'BFPO', postcode: 'BFPO 58' }, 'BFPO 58'],
    [{ house_number: 'Barracks', city: 'BFPO', postcode: 'BFPO 58' }, 'Barracks, BFPO 58'],
    [{ line_1: 'Sample Lines', city: 'BFPO', postcode: 'BF1 2AT' }, 'Sample Lines, BFPO, BF1 2AT'],
    [{ line_1: 'BFPO 5', city: 'BFPO', postcode: 'BFPO 58' }, 'BFPO 5, BFPO 58'],
  ] as const) {
    const rows = companyRows(
      { ...company, address: { ...address, country_code: 'UK' } },
      { settings: defaultSettings, text },
    );
    const { answer } = rows.find(({ paths }) => paths.includes('company.address.line_1'))!;
    expect(answer?.replaceAll('\u00a0', ' ')).to.equal(line);
  }
});
