import { setup, waitUntil } from '../../support/journey.js';
import { failed, missingScript, setup as setupWidget } from '../../support/widget.js';

const partner = {
  name: 'Sample Books',
  broker: { name: 'Sample Brokers' },
  support: { name: 'Sample Books support', phone: '01632 960 001' },
};
const handler = { settings: { partner } };
const CONTACT = 'Contact Sample Books support: 01632 960 001';

describe('the partner that the backend names', () => {
  it('is named at the end, with a contact', async () => {
    const { element, screen } = await setup(
      { steps: 'documents prequalification consent' },
      { done: 'requestOffers', handler },
    );
    element.step = 'end';
    await waitUntil(() => screen.text('.end')?.includes(CONTACT), 'it says whom to ask');
  });

  it('is named by the widget, in the journey and alone', async () => {
    const broken = { handler: { ...handler, widget: missingScript() } };
    const { reach } = await setup({}, { done: 'requestOffers', ...broken });
    const inJourney = await reach('widget');
    const { screen: alone } = await setupWidget(broken);
    for (const widget of [inJourney, alone]) {
      await failed(widget.element);
      await waitUntil(() => widget.text('#failure')?.includes(CONTACT), 'it says whom to ask');
    }
  });
});
