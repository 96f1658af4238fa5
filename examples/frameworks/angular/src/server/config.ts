import type { ApplicationConfig } from '@angular/core';
import { provideClientHydration } from '@angular/platform-browser';

/** In the browser, the application keeps the elements of the server's page. */
export const config: ApplicationConfig = { providers: [provideClientHydration()] };
