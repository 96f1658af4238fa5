const journey = document.querySelector('lending-onboarding');

// Your application knows the name of the business. The applicant can change it.
journey.prefill = { company: { registered_name: 'Sample Bakery Ltd' } };
journey.addEventListener('lending-step-changed', (event) => {
  document.querySelector('output').textContent = event.step;
});
journey.addEventListener('lending-error', ({ error }) => console.warn(error.code, error.requestId));
