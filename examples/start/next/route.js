import { createHandler } from 'lending-elements/server';
import { fromEnv } from 'lending-elements/server/node';
import { partner, saveApplication, savedApplication, signedInUser } from '../../../../lending-partner.mjs';

const hooks = { authorize: signedInUser, onApplicationCreated: saveApplication, existingApplication: savedApplication };
// Next reads this file when it builds, too. It needs no key for that.
const lending = createHandler({ ...fromEnv(), ...hooks, settings: { partner } });

function handle(request) {
  // Next puts the address of its own process here. The page's is in the header.
  const url = new URL(request.url);
  url.port = '';
  url.host = request.headers.get('host');
  return lending(new Request(url, request));
}

export { handle as GET, handle as HEAD, handle as OPTIONS, handle as POST };
