import { LendingPrequalificationElement } from '../../../src/components/prequalification/lending-prequalification.js';
import { LendingWidgetElement } from '../../../src/components/widget/lending-widget.js';
import { createTestBackend, recordEvents } from '../../../src/sandbox/testing/index.js';
import { sampleApplication, samplePrequalification } from '../../../stories/support/samples.mjs';
import { noticeText, sha256 } from '../../../src/schema/consent/notice-text.js';
import { expect, mount, typedFigures, waitUntil } from '../../support/component.js';

describe('createTestBackend() and recordEvents() in a page', () => {
  it('sends the figures', async () => {
    const { adapter, sandbox } = createTestBackend();
    await adapter.createApplication(sampleApplication());
    const events = recordEvents();
    const { settings } = await adapter.session();
    const step = await mount(LendingPrequalificationElement, { adapter, settings });
    step.type(typedFigures());
    step.submit();
    await events.next('lending-submitted');
    expect(sandbox.calls.at(-1)!.body).to.deep.equal(samplePrequalification());
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
    const { element: widget } = await mount(LendingWidgetElement, { adapter });
    await events.next('lending-ready');
    const words = () => [...widget.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot?.textContent ?? '').join();
    await waitUntil(() => words().includes('Sample Bank'));
    events.stop();
    const { length } = events.events;
    widget.dispatchEvent(new Event('lending-ready', { bubbles: true }));
    expect(events.events.length).to.equal(length);
  });
});
