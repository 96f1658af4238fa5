// Two origins of made-up vendors: each visit has its own folder on both, which works, fails or hangs. A file that is `null` hangs.
import path from 'node:path';
import { serve } from '../vendor/servers.mjs';

const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };
const CORS = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };

export async function startVendors() {
  const visits = new Map();
  const listen = (request, response) => {
    const [, id, ...rest] = new URL(request.url, 'http://vendor').pathname.split('/');
    const visit = visits.get(id);
    const name = rest.join('/');
    visit?.asked.push(name);
    const file = visit?.files[name];
    const give = () =>
      response
        .writeHead(file === undefined ? 404 : 200, {
          ...CORS,
          'content-type': `${TYPES[path.extname(name)]}; charset=utf-8`,
        })
        .end(file);
    if (visit?.answer) visit.answer(response);
    else if (visit?.state === 'rejected') response.writeHead(500, CORS).end();
    else if (visit?.state === 'hung' || file === null) visit.hanging.push(give);
    else give();
  };
  const [one, other] = await Promise.all([serve(listen), serve(listen)]);
  return {
    /** A folder with these files. `state` is `well`, `rejected` or `hung`; `release` lets come what hung; `answer` takes its place. */
    open(files = {}) {
      const id = `v${visits.size}`;
      const visit = { files, state: 'well', asked: [], hanging: [] };
      visits.set(id, visit);
      const release = () => visit.hanging.splice(0).forEach((give) => give());
      return Object.assign(visit, {
        v: `${one.origin}/${id}`,
        o: `${other.origin}/${id}`,
        origins: [one.origin, other.origin],
        release,
      });
    },
    close: () => [one, other].forEach((server) => server.close()),
  };
}
