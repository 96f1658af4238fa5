import { chooseEncoding, ELEMENTS, elementsReply } from './elements/elements.js';
import type { ElementFiles } from './elements/types.js';
import { frameReply } from './frame.js';
import type { OpenOptions } from './options/resolve-options.js';
import type { Reply } from './types.js';

/** A request for a route without personal data. */
export interface OpenVisit {
  request: Request;
  /** The part of the path after the name of the route. */
  rest: string;
  /** The files of the platform, if it sends answers as they are. */
  elements: ElementFiles | undefined;
}

/** Creates the routes that contain nobody's data. Any page may ask for them, without a user or a limit. */
export function createOpenRoutes({ prefix, elements, frame, widget, origins }: OpenOptions) {
  const filesOf = (visit: OpenVisit) => (elements === false ? undefined : (elements ?? visit.elements));

  async function answerFrame(visit: OpenVisit): Promise<Reply> {
    const isHere = !frame.scriptUrl && !!(await filesOf(visit)?.find('frame.js'));
    const usual = isHere ? `${prefix}${ELEMENTS}/frame.js` : '/lending-elements/frame.js';
    return frameReply(widget, frame.scriptUrl || usual, origins);
  }

  async function answerFile(visit: OpenVisit): Promise<Reply> {
    const { request, rest } = visit;
    // Next removes `content-encoding` from a `Response` and sends its body, so only our own listener gets compressed files.
    const accepted = visit.elements && request.headers.get('accept-encoding');
    return elementsReply(request, rest, filesOf(visit), chooseEncoding(accepted));
  }

  return {
    frame: [{ method: 'GET', respond: answerFrame }],
    [ELEMENTS]: ['GET', 'HEAD'].map((method) => ({ method, respond: answerFile })),
  };
}
