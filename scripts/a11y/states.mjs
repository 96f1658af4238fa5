// Checks that every step has a story for each of its states.

const STATES = ['empty', 'filled', 'errors', 'pending', 'failed', 'done'];
const STEPS = ['company', 'applicant', 'review', 'documents', 'prequalification', 'consent'];
/** States with another story name, or undefined for states that a step does not have. */
const EXCEPTIONS = {
  'company pending': undefined, // This step makes no call.
  'applicant pending': undefined,
  'consent empty': 'unticked',
  'consent filled': 'ticked',
};

export function missingStates(stories) {
  const wanted = STEPS.flatMap((step) => STATES.map((state) => `${step} ${state}`));
  const missing = wanted.flatMap((one) => {
    const [step, state] = one.split(' ');
    const name = one in EXCEPTIONS ? EXCEPTIONS[one] : state;
    return name && !stories.includes(`steps-lending-${step}--${name}`)
      ? [`The step “${step}” has no story for its state “${state}”.`]
      : [];
  });
  return missing;
}
