// Compiled when it runs, because the bundler of the tests does not have Angular's compiler. It comes first.
import '@angular/compiler';
import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { Page, set } from './angular-page.js';
import { heard } from './state.js';

const container = document.querySelector('app-page');
// The nodes of the server must stay.
globalThis.fromServer = [...container.children];
const providers = container.hasChildNodes() ? [provideClientHydration()] : [];
const application = await bootstrapApplication(Page, { providers });

globalThis.host = {
  heard,
  set,
  refs: () => application.components[0].instance.refs(),
  unmount: () => application.destroy(),
};
