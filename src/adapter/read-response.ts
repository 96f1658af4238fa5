import { LendingError, type LendingErrorCode, type LendingErrorDetails } from '../errors.js';

/** The handler puts this header on every response. A response without it comes from another server, or is a file. */
export const HANDLER_HEADER = 'x-lending-elements';

/** Reads a body; `undefined` if it does not have the expected form. */
export type Read<T> = (body: unknown) => T | undefined;

/** Returns the content of a response of the handler, or throws its error, or an error about the server that responded instead. */
export async function readResponse<T>(response: Response, read: Read<T>): Promise<T> {
  const isOurs = response.headers.has(HANDLER_HEADER);
  const body: unknown = isOurs ? await response.json().catch(notJson) : undefined;
  if (response.ok) {
    const answer = read(body);
    if (answer) return answer;
  } else if (isErrorBody(body)) {
    const { code, message, ...details } = body;
    throw new LendingError(code, message, { ...details, recoverable: details.recoverable === true });
  }
  throw await import('./unexpected-response.js').then(
    ({ unexpectedResponse }) => unexpectedResponse(response, isOurs),
    (cause: unknown) => new LendingError('adapter-unexpected-response', 'The handler did not respond.', { cause }),
  );
}

const notJson = (error: unknown) => {
  // In WebKit the error is a DOMException, so only its name can be checked.
  if ((error as Error).name === 'SyntaxError') return undefined;
  throw error;
};

interface ErrorBody extends Omit<LendingErrorDetails, 'cause'> {
  code: LendingErrorCode;
  message: string;
}

const isErrorBody = (body: unknown): body is ErrorBody => typeof (body as ErrorBody | undefined)?.code === 'string';
