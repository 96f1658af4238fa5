import { testQueries } from './queries.js';

testQueries(40);
