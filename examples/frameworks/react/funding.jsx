import { LendingOnboarding } from 'lending-elements/react';
import { useState } from 'react';

/** Your application knows the name of the business. The applicant can change it. */
const prefill = { company: { registered_name: 'Sample Bakery Ltd' } };

export function Funding() {
  const [step, setStep] = useState('company');
  return (
    <main>
      <h1>Business funding</h1>
      <LendingOnboarding
        endpoint="/api/lending"
        prefill={prefill}
        onLendingStepChanged={(event) => setStep(event.step)}
        onLendingError={({ error }) => console.warn(error.code, error.requestId)}
      />
      <p>
        Step: <output>{step}</output>
      </p>
    </main>
  );
}
