import { expect } from '@open-wc/testing';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { find, words } from '../support/form.js';
import { setup } from '../support/journey.js';
import { waitUntil } from '../support/wait.js';

describe('<lending-onboarding> on another device', () => {
  it('says that the fault is not the applicant’s where existingApplication answers in a wrong shape', async () => {
    const existingApplication = () => ({ company_id: crypto.randomUUID() }) as never;
    const { element, errors, fill } = await setup({ handler: { existingApplication } });
    await fill('company', typedCompany());
    await fill('applicant', typedApplicant());
    await waitUntil(() => find(element, '#failure'), 'it says what failed');
    expect(words(find(element, '#failure'))).to.include(element.text.failure('config-invalid'));
    expect(words(find(element, '#failure'))).to.include(element.text.term('failure.kept'));
    expect(errors[0]!.error.code).to.equal('config-invalid');
    expect(errors[0]!.error.message).to.include('email is missing');
  });
});
