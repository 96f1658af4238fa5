import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { LendingErrorEvent, LendingStepChangedEvent } from 'lending-elements';
import 'lending-elements/lending-onboarding';

@Component({
  selector: 'app-funding',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>Business funding</h1>
      <lending-onboarding
        endpoint="/api/lending"
        business="client-1"
        [prefill]="prefill"
        (lending-step-changed)="showStep($event)"
        (lending-error)="report($event)"
      />
      <p>
        Step: <output>{{ step() }}</output>
      </p>
    </main>
  `,
})
export class Funding {
  readonly step = signal('company');
  /** The page names the client who applies. The applicant can change the prefilled name. */
  readonly prefill = { company: { registered_name: 'Sample Bakery Ltd' } };

  showStep(event: LendingStepChangedEvent): void {
    this.step.set(event.step);
  }

  report({ error }: LendingErrorEvent): void {
    console.warn(error.code, error.requestId);
  }
}
