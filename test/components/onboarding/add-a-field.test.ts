import { VAT } from '../../support/vat-number.js';
import type { LendingCompanyElement } from '../../../src/components/company/lending-company.js';
import { typedCompany } from '../../../stories/support/samples.mjs';
import { bodiesOf } from '../../../stories/support/stack.js';
import { expect, waitUntil, words } from '../../support/component.js';
import { dropHeldDraft, load, setup, type Journey } from '../../support/journey.js';

/** The answers of the review, by their labels. */
const answersOf = (review: Awaited<ReturnType<Journey['reach']>>) =>
  Object.fromEntries(review.all('.row').map((row) => [...row.querySelectorAll('.asked, bdi')].map(words)));

describe('a field that was added to the table of a form', () => {
  it('is on the page, in the review and on the wire', async () => {
    const { stack, reach, fill, skip } = await setup();
    const company = await reach('company');
    expect(words(company.find('[for="vat_number"]'))).to.equal('VAT number (optional)');
    expect((company.element as unknown as LendingCompanyElement).screenOf('vat_number')).to.equal('name');
    await expect(company.element).to.be.accessible();
    company.type({ vat_number: 'x'.repeat(21) });
    await company.submitRejected();
    expect(company.error('vat_number')).to.equal('The VAT number must be 20 characters or fewer');
    await fill('company', { ...typedCompany(), ...VAT });
    await fill('applicant');
    const review = await reach('review');
    expect(answersOf(review)).to.include({ 'VAT number': VAT.vat_number });
    review.submit();
    await skip();
    expect(bodiesOf(stack, 'createApplication')[0]).to.have.nested.property('company.vat_number', VAT.vat_number);
  });

  it('comes back with the draft', async () => {
    const { stack, element, fill, reach } = await setup();
    await fill('company', { ...typedCompany(), ...VAT });
    await reach('applicant');
    await waitUntil(async () => (await stack.adapter.loadDraft!()).saved?.draft.inputs.company, 'it is saved');
    element.remove();
    await Promise.resolve();
    dropHeldDraft();
    const again = await load(stack);
    await again.reach('applicant');
    again.back();
    expect((await again.reach('company')).typed()).to.include(VAT);
  });
});
