import { answerDashboard } from './dashboard/service.js';
import { answerDocument } from './document-page.js';
import type { Site } from './site.js';
import { answerWidget } from './widget/service.js';

/** Answers the requests for some paths outside the API, and returns `undefined` for any other path. */
type Page = (request: Request, url: URL, site: Site) => Response | Promise<Response> | undefined;

/** Everything that the sandbox serves next to the API. The API gets the requests that none of them answers. */
const PAGES: readonly Page[] = [answerWidget, answerDashboard, answerDocument];

/** Returns the answer of the first page that knows the path. These requests are not recorded as calls. */
export async function answerPage(request: Request, url: URL, site: Site): Promise<Response | undefined> {
  for (const page of PAGES) {
    const response = page(request, url, site);
    if (response) return response;
  }
  return undefined;
}
