// Compiled when it runs, because the bundler of the tests does not have Angular's compiler. It comes first.
import '@angular/compiler';
import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { provideServerRendering, renderApplication } from '@angular/platform-server';
import { Page } from './angular-page.js';

const config = { providers: [provideClientHydration(), provideServerRendering()] };
const document = '<html><body><app-page></app-page></body></html>';

/** Angular puts its marks and its state next to the application, so this is the whole body. */
export async function html() {
  const page = await renderApplication((context) => bootstrapApplication(Page, config, context), {
    document,
    url: 'http://localhost/',
    allowedHosts: ['localhost'],
  });
  return /<body>([^]*)<\/body>/.exec(page)[1];
}
