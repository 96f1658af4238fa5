const journey = document.querySelector('lending-onboarding');

// An accountant with two clients has two applications, so the page names the client. The applicant can change the name.
journey.prefill = { company: { registered_name: 'Sample Bakery Ltd' } };
journey.addEventListener('lending-step-changed', (event) => {
  document.querySelector('output').textContent = event.step;
});
journey.addEventListener('lending-error', ({ error }) => console.warn(error.code, error.requestId));
