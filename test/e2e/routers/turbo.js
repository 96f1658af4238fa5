// Pages of a server, which Turbo puts in the place of one another.
import * as Turbo from '@hotwired/turbo';

Turbo.start();
