import { LendingOnboarding } from 'lending-elements/react';
import { useState } from 'react';

/** An accountant with two clients has two applications, so the page names the client. The applicant can change the name. */
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
