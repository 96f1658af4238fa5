import { render } from 'preact';
import { useState } from 'preact/hooks';
import 'lending-elements/cdn/lending-elements.css';
import 'lending-elements/lending-onboarding';

/** Your application knows the name of the business. The applicant can change it. */
const prefill = { company: { registered_name: 'Sample Bakery Ltd' } };

function Funding() {
  const [step, setStep] = useState('company');
  return (
    <main>
      <h1>Business funding</h1>
      <lending-onboarding
        endpoint="/api/lending"
        prefill={prefill}
        onlending-step-changed={(event) => setStep(event.step)}
        onlending-error={({ error }) => console.warn(error.code, error.requestId)}
      />
      <p>
        Step: <output>{step}</output>
      </p>
    </main>
  );
}

render(<Funding />, document.querySelector('#app'));
