// Express: mounted before the body parsers, which would consume the bodies.
import express from 'express';
import { toNodeListener } from 'lending-elements/server/node';
import { createLending } from '../lending.mjs';

const app = express();
app.use('/api/lending', toNodeListener(createLending()));
app.use(express.json());
const server = app.listen(process.env.PORT ?? 3000, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
