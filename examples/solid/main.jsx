import { createSignal } from 'solid-js';
import { render } from 'solid-js/web';
import 'lending-elements/cdn/lending-elements.css';
import 'lending-elements/lending-onboarding';

/** Your application knows the name of the business. The applicant can change it. */
const prefill = { company: { registered_name: 'Sample Bakery Ltd' } };

function Funding() {
  const [step, setStep] = createSignal('company');
  return (
    <main>
      <h1>Business funding</h1>
      <lending-onboarding
        endpoint="/api/lending"
        prop:prefill={prefill}
        on:lending-step-changed={(event) => setStep(event.step)}
        on:lending-error={({ error }) => console.warn(error.code, error.requestId)}
      />
      <p>
        Step: <output>{step()}</output>
      </p>
    </main>
  );
}

render(() => <Funding />, document.querySelector('#app'));
