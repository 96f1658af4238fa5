// Server-rendered pages. htmx replaces their main part.
import htmx from 'htmx.org';

// With this setting htmx does not use inline styles or eval, which a strict policy forbids.
Object.assign(htmx.config, { includeIndicatorStyles: false, allowEval: false });
