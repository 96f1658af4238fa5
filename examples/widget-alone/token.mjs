// Gets the token on a backend that does not use the handler. The key stays here.
import { createPartnerClient } from 'lending-elements/server';
import { fromEnv } from 'lending-elements/server/node';
import { authorize } from '../partner.mjs';
import { savedApplication } from './applications.mjs';

const client = createPartnerClient(fromEnv());

/** Answers `POST /offers/token` with a new token for the user who is signed in. */
export async function answerToken(request) {
  const user = authorize(request);
  if (!user) return new Response(null, { status: 401 });
  const application = savedApplication(user);
  if (!application) return new Response(null, { status: 404 });
  const { company_id, email } = application;
  const { access_token } = await client.authenticate({ company_id, email });
  return Response.json({ access_token }, { headers: { 'cache-control': 'no-store' } });
}
