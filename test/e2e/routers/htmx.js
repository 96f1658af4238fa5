// Pages of a server, of which htmx takes the main part and puts it in the place of the one before.
import htmx from 'htmx.org';

// It measures and evaluates nothing then that a strict policy forbids.
Object.assign(htmx.config, { includeIndicatorStyles: false, allowEval: false });
