// Next: a route handler of the App Router, for every method.
import { lending } from '../../../../lending.mjs';

function handle(request) {
  // Next puts the address of its own process here. The page's is in the header.
  const url = new URL(request.url);
  url.port = '';
  url.host = request.headers.get('host');
  return lending(new Request(url, request));
}
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
