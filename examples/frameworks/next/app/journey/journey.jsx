'use client';
import { LendingOnboarding } from 'lending-elements/react';
import { useState } from 'react';

export function Journey({ prefill }) {
  const [step, setStep] = useState('company');
  return (
    <div>
      <LendingOnboarding
        endpoint="/api/lending"
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
