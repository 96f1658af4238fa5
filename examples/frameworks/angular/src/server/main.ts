import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { Funding } from '../funding';

// In the browser, the application keeps the elements of the server's page.
void bootstrapApplication(Funding, { providers: [provideClientHydration()] });
