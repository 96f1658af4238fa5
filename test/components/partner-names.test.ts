import { expect } from '@open-wc/testing';
import { at, unreachable } from '../support/faults.js';
import { find, focused, submit, words } from '../support/form.js';
import { setup } from '../support/journey.js';
import { waitUntil } from '../support/wait.js';
import { failed, missingScript, setup as setupWidget } from '../support/widget.js';

const partner = {
  name: 'Sample Books',
  broker: 'Sample Brokers',
  support: { name: 'Sample Books support', phone: '01632 960 001' },
};
const handler = { settings: { partner } };
const CONTACT = 'Contact Sample Books support: 01632 960 001';

describe('the partner that the backend names', () => {
  it('is named where the answers are checked, with whom they go to', async () => {
    const { step, fillToReview } = await setup({ handler });
    await fillToReview();
    expect(words(find(step(), 'form'))).to.include(
      'When you create your application, Sample Books sends these details to Sample Brokers.',
    );
  });

  it('is named where a call fails, with whom to ask', async () => {
    const { step, fillToReview } = await setup({ handler, page: at('/applications', unreachable) });
    await fillToReview();
    submit(step());
    await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
    const said = words(find(step(), '#failure'));
    expect(said).to.include('Sample Books is not responding.').and.to.include(CONTACT);
    await expect(step()).to.be.accessible();
  });

  it('is named at the end, with whom to ask', async () => {
    const { element } = await setup({ handler }, 'requestOffers', { steps: 'documents prequalification consent' });
    element.step = 'end';
    await waitUntil(() => words(find(element, 'slot[name="next"]'))?.includes(CONTACT), 'it says whom to ask');
  });

  it('is named by the widget, in the journey and alone', async () => {
    const broken = { handler: { ...handler, widget: missingScript() } };
    const { reach } = await setup(broken, 'requestOffers');
    const inJourney = (await reach('widget')) as Awaited<ReturnType<typeof setupWidget>>['element'];
    await failed(inJourney);
    const { element: alone } = await setupWidget(broken);
    await failed(alone);
    for (const widget of [inJourney, alone]) expect(words(find(widget, '#failure'))).to.include(CONTACT);
  });
});
