import { LendingOnboarding } from 'lending-elements/react';
import { useState } from 'react';

/** The page names the client who applies. The applicant can change the prefilled name. */
const prefill = { company: { registered_name: 'Sample Bakery Ltd' } };

export function Funding() {
  const [step, setStep] = useState('company');
  return (
    <main>
      <h1>Business funding</h1>
      <LendingOnboarding
        endpoint="/api/lending"
        business="client-1"
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
