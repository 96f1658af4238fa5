import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/wait.js';
import { LendingPrequalificationElement } from '../../../src/components/prequalification/lending-prequalification.js';
import { LendingWidgetElement } from '../../../src/components/widget/lending-widget.js';
import { createTestBackend, recordEvents } from '../../../src/sandbox/testing/index.js';
import { sampleApplication, samplePrequalification } from '../../../stories/support/samples.mjs';
import { noticeText, sha256 } from '../../../src/schema/consent/notice-text.js';

describe('createTestBackend() and recordEvents() in a page', () => {
  before(() => {
    LendingPrequalificationElement.define();
    LendingWidgetElement.define();
  });
  afterEach(() => document.body.replaceChildren());

  it('sends the figures', async () => {
    const { adapter, sandbox } = createTestBackend();
    await adapter.createApplication(sampleApplication());
    const events = recordEvents();

    const step = document.createElement('lending-prequalification');
    Object.assign(step, { adapter, settings: (await adapter.session()).settings });
    document.body.append(step);
    await step.updateComplete;
    const find = (selector: string) => step.shadowRoot!.querySelector<HTMLInputElement>(selector)!;
    const type = (name: string, text: string) => {
      const input = find(`[name="${name}"]`);
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    type('funding_amount', '25,000');
    type('monthly_revenue', '10,000');
    find('[name="any_ccj"][value="no"]').click();
    find('[part="submit"]').click();

    await events.next('lending-submitted');
    expect(sandbox.calls.at(-1)!.body).to.deep.equal({
      funding_amount: 25_000,
      monthly_revenue: 10_000,
      any_ccj: false,
    });
    events.stop();
  });

  it('shows the sandbox’s offers in the widget, and records its events', async () => {
    const { adapter } = createTestBackend();
    await adapter.createApplication(sampleApplication());
    await adapter.prequalify(samplePrequalification());
    const { notice, servedId } = await adapter.consent();
    const evidence = { servedId, sha256: await sha256(noticeText(notice)), translated: false };
    await adapter.requestOffers({ credit_score_check_consent: true, evidence });
    const events = recordEvents();
    const widget = document.createElement('lending-widget');
    widget.adapter = adapter;
    document.body.append(widget);
    await events.next('lending-ready');
    const words = () => [...widget.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot?.textContent ?? '').join();
    await waitUntil(() => words().includes('Sample Bank'));
    events.stop();
    const { length } = events.events;
    widget.dispatchEvent(new Event('lending-ready', { bubbles: true }));
    expect(events.events.length).to.equal(length);
  });
});
