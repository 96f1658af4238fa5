// Compiled when it runs, because the bundler of the tests does not have Angular's compiler. It comes first.
import '@angular/compiler';
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal, ViewChild } from '@angular/core';
import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { provideServerRendering, renderApplication } from '@angular/platform-server';
import 'lending-elements/define';
import { eventsOf, hear, start, state as first } from './state.js';

const state = signal(first);
const listeners = (tag) =>
  eventsOf(tag)
    .map((event) => `(${event})="hear($event)"`)
    .join(' ');

const Page = Component({
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
        ${listeners('lending-onboarding')}
      >
        <p slot="sign-in">{{ state().words }}</p>
      </lending-onboarding>
      <lending-widget
        #widget
        [timeoutMs]="state().timeoutMs"
        [getToken]="state().getToken"
        ${listeners('lending-widget')}
      />
      <lending-documents #documents [files]="state().files" ${listeners('lending-documents')} />
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

/** Angular puts its marks and its state next to the application, so this is the whole body. */
export async function html() {
  const providers = [provideClientHydration(), provideServerRendering()];
  const page = await renderApplication((context) => bootstrapApplication(Page, { providers }, context), {
    document: '<html><body><app-page></app-page></body></html>',
    url: 'http://localhost/',
    allowedHosts: ['localhost'],
  });
  return /<body>([^]*)<\/body>/.exec(page)[1];
}

await start('app-page', async (_, isFromServer) => {
  const providers = isFromServer ? [provideClientHydration()] : [];
  const application = await bootstrapApplication(Page, { providers });
  return {
    set: (changes) => state.update((old) => ({ ...old, ...changes })),
    refs: () => application.components[0].instance.refs(),
    unmount: () => application.destroy(),
  };
});
