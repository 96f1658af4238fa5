import { expect, fixture, html } from '@open-wc/testing';
import { LendingCompanyElement } from '../../src/components/lending-company.js';

LendingCompanyElement.define();

describe('<lending-company>', () => {
  it('is accessible', async () => {
    const element = await fixture<LendingCompanyElement>(html`<lending-company></lending-company>`);
    await expect(element).to.be.accessible();
  });
});
