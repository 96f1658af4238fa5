import { Component, CUSTOM_ELEMENTS_SCHEMA, signal, ViewChild } from '@angular/core';
import 'lending-elements/define';
import { hear, state as first } from './state.js';

const state = signal(first);
export const set = (changes) => state.update((old) => ({ ...old, ...changes }));

export const Page = Component({
  selector: 'app-page',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (state().isShown) {
      <lending-onboarding
        #journey
        class="journey"
        history="off"
        [attr.endpoint]="state().endpoint"
        [pageTitle]="state().pageTitle"
        [prefill]="state().prefill"
        (lending-step-changed)="hear($event)"
        (lending-screen-changed)="hear($event)"
        (lending-submit)="hear($event)"
        (lending-submitted)="hear($event)"
        (lending-skipped)="hear($event)"
        (lending-declined)="hear($event)"
        (lending-withdrawn)="hear($event)"
        (lending-ready)="hear($event)"
        (lending-error)="hear($event)"
      >
        <p slot="sign-in">{{ state().words }}</p>
      </lending-onboarding>
      <lending-widget
        #widget
        [timeoutMs]="state().timeoutMs"
        [getToken]="state().getToken"
        (lending-loading)="hear($event)"
        (lending-token-request)="hear($event)"
        (lending-ready)="hear($event)"
        (lending-error)="hear($event)"
      />
      <lending-documents
        #documents
        [files]="state().files"
        (lending-submit)="hear($event)"
        (lending-submitted)="hear($event)"
        (lending-skipped)="hear($event)"
        (lending-error)="hear($event)"
      />
    }
  `,
})(
  class {
    static propDecorators = Object.fromEntries(
      ['journey', 'widget', 'documents'].map((name) => [name, [{ type: ViewChild, args: [name] }]]),
    );
    state = state;
    hear = hear;
    refs = () => [this.journey, this.widget, this.documents].map((reference) => reference?.nativeElement);
  },
);
