// Writes the lender's OpenAPI document into dist/openapi/, from the built schemas.
import fs from 'node:fs';
import { lenderDocument } from '../dist/openapi/index.js';

fs.writeFileSync('dist/openapi/lender.json', `${JSON.stringify(lenderDocument(), null, 2)}\n`);
