import path from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { KEY, SECRET, serve } from '../setup.ts';

/** The sandbox on a port. `before` is called with each request, and can delay it. */
export async function startLender() {
  const lender = { before: async () => {} };
  const server = await serve(
    createRequestListener(async (request) => {
      await lender.before(request.clone());
      return lender.sandbox.fetch(request);
    }),
  );
  lender.sandbox = createSandbox({ origin: server.origin, secretKey: KEY });
  lender.received = (name) => lender.sandbox.calls.filter((call) => call.name === name);
  return Object.assign(lender, { close: server.close });
}

export const environment = ({ baseUrl, secretKey, widget }, folder) => ({
  LENDING_ENVIRONMENT: 'sandbox',
  LENDING_BASE_URL: baseUrl,
  LENDING_DATABASE: path.join(folder, 'lending.db'),
  LENDING_SECRET_KEY: secretKey,
  LENDING_SESSION_SECRET: SECRET,
  LENDING_WIDGET: JSON.stringify(widget),
});
