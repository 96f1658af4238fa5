import { record, type eventWithTime } from 'rrweb';
import { expect, pause, setup } from '../support/journey.js';
import { typedApplicant, typedCompany } from '../../stories/support/samples.mjs';

const applicant = { ...typedApplicant(), first_name: 'Philippa', last_name: 'Ravenscroft' };
/** The answers that cannot be in a recording by chance. */
const answers = Object.values({ ...typedCompany(), ...applicant }).filter((value) => value.length > 4);

describe('a recording of rrweb', () => {
  interface Options {
    blockSelector?: string;
    maskTextSelector?: string;
    maskAllInputs?: boolean;
  }
  /** The answers in a recording of the first steps. The journey has the class. */
  async function recorded(options: Options, className = ''): Promise<string[]> {
    const { element, fill, reach } = await setup();
    element.className = className;
    const events: eventWithTime[] = [];
    const stop = record({ ...options, emit: (event) => void events.push(event) })!;
    await fill('company');
    await fill('applicant', applicant);
    await reach('review');
    await pause(200);
    stop();
    const text = JSON.stringify(events);
    return answers.filter((answer) => text.includes(answer));
  }

  const rows: [options: Options, className?: string][] = [
    [{}],
    [{}, 'rr-block'],
    [{}, 'rr-mask'],
    [{ blockSelector: 'lending-onboarding, lending-widget' }],
    [{ maskTextSelector: 'lending-onboarding', maskAllInputs: true }],
  ];
  for (const [options, className = 'no class'] of rows)
    it(`has answers with ${JSON.stringify(options)} and ${className}`, async () => {
      expect(await recorded(options, className)).to.include.members(['Philippa', 'Ravenscroft']);
    });

  it('has none with the selector of the guide', async () => {
    const guide = await (await fetch('/docs/neighbours.md')).text();
    const [, blockSelector] = /blockSelector: '([^']+)'/.exec(guide)!;
    expect(await recorded({ blockSelector: blockSelector! })).to.deep.equal([]);
  });
});
