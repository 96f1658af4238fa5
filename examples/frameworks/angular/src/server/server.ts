import { AngularNodeAppEngine, createNodeRequestHandler, writeResponseToNodeResponse } from '@angular/ssr/node';

/** The hosts of your pages. Angular renders no page for other ones. */
const angular = new AngularNodeAppEngine({ allowedHosts: ['localhost', '127.0.0.1'] });

/** Renders the page. Your server calls it for every request that is not for the files in `browser/` or for `/api/lending`. */
export const reqHandler = createNodeRequestHandler(async (request, response, next) => {
  const page = await angular.handle(request);
  if (page) await writeResponseToNodeResponse(page, response);
  else next();
});
