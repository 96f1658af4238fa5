// Every step has a story for each state that it can be in.

const STATES = ['empty', 'filled', 'errors', 'pending', 'failed', 'done'];
const STEPS = ['company', 'applicant', 'review', 'documents', 'prequalification', 'consent'];
/** What a step calls its state by a name of its own, or cannot be in. */
const OTHERWISE = {
  'company pending': undefined, // It makes no call.
  'applicant pending': undefined,
  'consent empty': 'unticked',
  'consent filled': 'ticked',
};

/** The states that no story shows, and the exceptions that are none. */
export function missingStates(stories) {
  const wanted = STEPS.flatMap((step) => STATES.map((state) => `${step} ${state}`));
  const missing = wanted.flatMap((one) => {
    const [step, state] = one.split(' ');
    const name = one in OTHERWISE ? OTHERWISE[one] : state;
    return name && !stories.includes(`steps-lending-${step}--${name}`)
      ? [`no story shows the step ${step} ${state}`]
      : [];
  });
  return missing;
}
