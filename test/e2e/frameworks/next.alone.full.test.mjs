// React 19 in Next, rendered on the server.
import { serveRouter } from '../routers/pages.mjs';
import { testExample } from './examples.mjs';

testExample('Next', (partner) => serveRouter(partner, 'next'), '/journey');
