import { testQueries } from './queries.js';

void testQueries(40);
