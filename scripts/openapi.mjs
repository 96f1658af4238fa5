// Writes the OpenAPI documents into dist/openapi/, from the built schemas and routes.
import fs from 'node:fs';
import { handlerDocument, lenderDocument } from '../dist/openapi/index.js';

for (const [name, document] of Object.entries({ lender: lenderDocument(), handler: handlerDocument() }))
  fs.writeFileSync(`dist/openapi/${name}.json`, `${JSON.stringify(document, null, 2)}\n`);
