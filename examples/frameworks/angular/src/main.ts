import { bootstrapApplication } from '@angular/platform-browser';
import { Funding } from './funding';

void bootstrapApplication(Funding);
