const journey = document.querySelector('lending-onboarding');

// The page names the client who applies. The applicant can change the prefilled name.
journey.prefill = { company: { registered_name: 'Sample Bakery Ltd' } };
journey.addEventListener('lending-step-changed', (event) => {
  document.querySelector('output').textContent = event.step;
});
journey.addEventListener('lending-error', ({ error }) => console.warn(error.code, error.requestId));
