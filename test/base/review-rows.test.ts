import { expect, fixture, html } from '@open-wc/testing';
import { applicantRows, companyRows } from '../../src/base/review-rows.js';
import { LendingReviewElement } from '../../src/components/lending-review.js';
import { APPLICANT, COMPANY } from '../../src/schema/application-fields.js';
import { isKind, type Table } from '../../src/schema/kind.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { sampleApplication } from '../schema/samples.js';

LendingReviewElement.define();

/** The paths of all fields of an object of the wire; of a list, those of its first item. */
const leaves = (table: Table, path: string): string[] =>
  Object.entries(table).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    if (isKind(field)) return [at];
    return Array.isArray(field) ? leaves(field[0] as Table, `${at}.0`) : leaves(field as Table, at);
  });

describe('the rows of the review', () => {
  it('have a place for each field of an application, so that none can be forgotten', async () => {
    const { text } = await fixture<LendingReviewElement>(html`<lending-review></lending-review>`);
    const words = { settings: defaultSettings, text, day: (wire?: string) => wire };
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
