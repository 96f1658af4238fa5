// Adds a field to the form of the business, as CONTRIBUTING.md says under "Add a field". Each test file runs in its own page, with
// its own copy of the tables. Import this file first: schemas are made of the tables when they load.
import { addSentences } from '../../src/base/text/text.js';
import { defaultSettings } from '../../src/schema/default-settings.js';
import { withQuestion } from '../../src/schema/fields/field-type.js';
import { textLine } from '../../src/schema/fields/text.js';
import { COMPANY } from '../../src/schema/forms/company-form.js';

Object.assign(COMPANY, { vat_number: withQuestion(textLine(20), { screen: 'name', width: 'm' }) });
Object.assign(defaultSettings.fields, { 'company.vat_number': 'optional' });
addSentences({ 'vat_number.label': 'VAT number', 'vat_number.noun': 'the VAT number' });

/** What is typed into it. */
export const VAT = { vat_number: 'GB 123 4567 89' };
