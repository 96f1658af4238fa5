/** A response. Its body is cut off after `LIMIT` bytes. */
export interface ReadResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** The URL of the response, after redirects if they were followed. */
  url: URL;
}

/** The result of a request without a response. */
interface NoResponse {
  /** The rest of a sentence that begins with the name of the server. */
  failure: string;
  remedy: string;
}

/** The most bytes of a body that are read. Scripts and pages are smaller. */
export const LIMIT = 5 * 1024 * 1024;

/** Sends a request with a time limit. Does not throw. */
export async function request(
  url: string | URL,
  seconds: number,
  init: RequestInit = {},
  fetch = globalThis.fetch,
): Promise<ReadResponse | NoResponse> {
  try {
    const signal = AbortSignal.timeout(seconds * 1000);
    const response = await fetch(url, { redirect: 'manual', ...init, signal });
    const bytes = await readBytes(response);
    const { status, headers } = response;
    return { status, headers, bytes, text: new TextDecoder().decode(bytes), url: new URL(response.url || url) };
  } catch (error) {
    return explainFailure(error, seconds);
  }
}

/** Describes a response that is not the wanted one, or why there is none. */
export const describe = (response: ReadResponse | NoResponse): string =>
  isNoResponse(response) ? response.failure : `responds with ${response.status}`;

export const isNoResponse = (response: ReadResponse | NoResponse): response is NoResponse => 'failure' in response;

export const typeOf = ({ headers }: Pick<ReadResponse, 'headers'>) =>
  (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();

/** Returns the origin to which a redirect leads, and `undefined` for another response. The rest of the URL may be secret. */
export function redirectTarget({ status, headers, url }: ReadResponse): string | undefined {
  if (status < 300 || status >= 400) return undefined;
  const location = headers.get('location') ?? '';
  return URL.canParse(location, url.href) ? new URL(location, url).origin : 'an invalid URL';
}

async function readBytes(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    parts.push(part);
    size += part.byteLength;
    if (size > LIMIT) break;
  }
  return Buffer.concat(parts);
}

const FAILURES: [RegExp, string, string][] = [
  [
    /ENOTFOUND|EAI_AGAIN|ENODATA/,
    'has a host name that DNS does not know',
    'Check the spelling, and the DNS settings of this machine.',
  ],
  [/ECONNREFUSED/, 'refuses connections', 'Check the port, and that the server is running.'],
  [
    /ECONNRESET|UND_ERR_SOCKET|EPIPE/,
    'closed the connection',
    'Check the proxies and firewalls between this machine and the server.',
  ],
  [
    /ENETUNREACH|EHOSTUNREACH|TIMEOUT|TimeoutError/,
    'did not respond in time',
    'Check the firewalls and proxies between this machine and the server.',
  ],
  [
    /EXPIRED/,
    'has a certificate that has expired',
    'Renew it. If it is still valid, correct the clock of this machine.',
  ],
  [/ALTNAME/, 'has a certificate for another name', 'Use a name that the certificate contains.'],
  [
    /SELF_SIGNED|UNABLE_TO|ISSUER|CERT/,
    'has a certificate that this machine does not trust',
    'Set NODE_EXTRA_CA_CERTS to a file with its certificate authority. Do not switch off the check.',
  ],
  [/EPROTO|SSL|TLS/, 'does not use a TLS version that this machine supports', 'Check the port and the TLS versions.'],
  [/^HPE_|HTTPParser|UND_ERR_HEADERS|UND_ERR_RESPONSE/, 'does not respond with HTTP', 'Check the port.'],
];

/** Explains the error of a connection. The error's own message may contain a secret URL. */
function explainFailure(error: unknown, seconds: number): NoResponse {
  const { name = 'unknown', cause } = error as { name?: string; cause?: { name?: string; code?: string } };
  const code = cause?.code ?? cause?.name ?? name;
  const [, failure, remedy] = FAILURES.find(([known]) => known.test(code)) ?? [];
  const limit = failure?.endsWith('in time') ? ` (${seconds} seconds)` : '';
  return { failure: `${failure ?? 'could not be reached'}${limit} (${code})`, remedy: remedy ?? 'Check the URL.' };
}
