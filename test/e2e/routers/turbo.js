// Server-rendered pages. Turbo replaces each with the next one.
import * as Turbo from '@hotwired/turbo';

Turbo.start();
