/** An answer, with as much of its body as is looked at. */
export interface Heard {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** Where the answer came from, after redirects where they were followed. */
  url: URL;
}

/** There was no answer: why, as it stands behind the name of who was asked. */
export interface Silence {
  silence: string;
  remedy: string;
}

/** What is looked at of a body: more is no script and no page that an applicant would wait for. */
export const LIMIT = 5 * 1024 * 1024;

/** Asks an address, within so many seconds. */
export async function ask(
  url: string | URL,
  seconds: number,
  init: RequestInit = {},
  fetch = globalThis.fetch,
): Promise<Heard | Silence> {
  try {
    const signal = AbortSignal.timeout(seconds * 1000);
    const response = await fetch(url, { redirect: 'manual', ...init, signal });
    const bytes = await readBytes(response);
    const text = new TextDecoder().decode(bytes);
    const { status, headers } = response;
    return { status, headers, bytes, text, url: new URL(response.url || url) };
  } catch (error) {
    return silenceOf(error, seconds);
  }
}

export const isSilent = (answer: Heard | Silence): answer is Silence => 'silence' in answer;

/** The media type of an answer, without its parameters. */
export const typeOf = ({ headers }: Pick<Heard, 'headers'>) =>
  (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();

/** Where a redirect leads, as far as it may be said. */
export function leadsTo({ headers, url }: Heard): string {
  const location = headers.get('location') ?? '';
  return URL.canParse(location, url.href) ? new URL(location, url).origin : 'nowhere';
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

const SILENCES: [RegExp, string, string][] = [
  [
    /ENOTFOUND|EAI_AGAIN|ENODATA/,
    'has a name that is not known (DNS)',
    'Check the spelling, and the DNS of this machine.',
  ],
  [/ECONNREFUSED/, 'refuses connections', 'Check the port, and that it runs.'],
  [/ECONNRESET|UND_ERR_SOCKET|EPIPE/, 'cut the connection', 'Check what stands in between: a proxy, a firewall.'],
  [
    /ENETUNREACH|EHOSTUNREACH|TIMEOUT|TimeoutError/,
    'did not answer in time',
    'Check what stands in between: a firewall, a proxy.',
  ],
  [/EXPIRED/, 'has a certificate that has expired', 'Renew it; if it is good, this machine’s clock is wrong.'],
  [/ALTNAME/, 'has a certificate of another name', 'Use the name that the certificate is made out to.'],
  [
    /SELF_SIGNED|UNABLE_TO|ISSUER|CERT/,
    'has a certificate that this machine does not trust',
    'Name its authority in NODE_EXTRA_CA_CERTS; never switch the check off.',
  ],
  [/EPROTO|SSL|TLS/, 'speaks no TLS that this machine speaks', 'Check the port, and the versions of TLS.'],
  [/^HPE_|HTTPParser|UND_ERR_HEADERS|UND_ERR_RESPONSE/, 'speaks no HTTP', 'Check the port.'],
];

/** What an error of a connection means. Its own message may hold an address. */
export function silenceOf(error: unknown, seconds: number): Silence {
  const { name = 'unknown', cause } = error as { name?: string; cause?: { name?: string; code?: string } };
  const told = cause?.code ?? cause?.name ?? name;
  const [, silence, remedy] = SILENCES.find(([known]) => known.test(told)) ?? [];
  const limit = silence?.endsWith('in time') ? `, which is ${seconds} seconds` : '';
  return {
    silence: `${silence ?? 'could not be asked'}${limit} (${told})`,
    remedy: remedy ?? 'Check the address.',
  };
}
