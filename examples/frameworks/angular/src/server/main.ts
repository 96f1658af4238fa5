import { bootstrapApplication } from '@angular/platform-browser';
import { Funding } from '../funding';
import { config } from './config';

void bootstrapApplication(Funding, config);
