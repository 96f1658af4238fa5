'use client';
import { LendingOnboarding } from 'lending-elements/react';
import { useState } from 'react';

/** An accountant with two clients has two applications, so the page names the client. */
export function Journey({ business, prefill }) {
  const [step, setStep] = useState('company');
  return (
    <div>
      <LendingOnboarding
        endpoint="/api/lending"
        business={business}
        prefill={prefill}
        onLendingStepChanged={(event) => setStep(event.step)}
        onLendingError={({ error }) => console.warn(error.code, error.requestId)}
      />
      <p>
        Step: <output>{step}</output>
      </p>
    </div>
  );
}
