import { createHandler, fromEnv } from 'lending-elements/server/node';
import { authorize, partner } from '../../../../lending-partner.mjs';

// Next reads this file when it builds, too. It needs no key for that.
const lending = createHandler({ ...fromEnv(), authorize, settings: { partner } });

function handle(request) {
  // Next puts the address of its own process here. The page's is in the header.
  const url = new URL(request.url);
  url.port = '';
  url.host = request.headers.get('host');
  return lending(new Request(url, request));
}

export { handle as GET, handle as HEAD, handle as OPTIONS, handle as POST };
