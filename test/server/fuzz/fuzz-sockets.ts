import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { OF_NODE, samplePrequalification } from '../setup.js';

/** Bytes for a connection, in pieces. */
export interface RawRequest {
  pieces: Buffer[];
  /** Whether the connection is cut after the last piece, or closed in order. */
  isCut: boolean;
}

const BODY = JSON.stringify(samplePrequalification());
const head = (line: string, more: readonly string[] = []) =>
  `${[line, 'Host: partner.example', 'Origin: http://partner.example', 'X-Lending-Elements: 1', 'Cookie: user=tom', 'Content-Type: application/json', ...more].join('\r\n')}\r\n\r\n`;
const post = (more: readonly string[] = [`Content-Length: ${BODY.length}`], body = BODY) =>
  head('POST /api/lending/prequalification HTTP/1.1', more) + body;
const start = `${head('POST /api/lending/session HTTP/1.1', ['Content-Length: 2'])}{}`;

const texts = fc.oneof(
  fc.constantFrom(post(), start, start + start + post() + start),
  // Cut anywhere.
  fc.nat(post().length).map((at) => post().slice(0, at)),
  // A byte changed anywhere.
  fc
    .tuple(fc.nat(post().length - 1), fc.nat(255))
    .map(([at, byte]) => `${post().slice(0, at)}${String.fromCharCode(byte)}${post().slice(at + 1)}`),
  // Anything at all, also behind something good.
  fc
    .tuple(fc.constantFrom('', start), fc.uint8Array({ maxLength: 400 }))
    .map(([before, garbage]) => before + Buffer.from(garbage).toString('latin1')),
  // Lengths that are none, or are two.
  fc.constantFrom(
    post(['Content-Length: 1e3']),
    post(['Content-Length: -1']),
    post(['Content-Length: 5', 'Content-Length: 6']),
    post(['Content-Length: 5', 'Transfer-Encoding: chunked']),
    post(['Transfer-Encoding: chunked'], 'ffffffffffffffffff\r\nx'),
    post(['Transfer-Encoding: chunked'], '5;a=b\r\n{"a":\r\n0\r\nX-Lending-Elements: 1\r\n\r\n'),
    post(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'),
    post(['Expect: 100-continue', 'Content-Length: 4'], 'null'),
    post(['Content-Length: 999999999999']),
  ),
  // Heads that are too large, or too many.
  fc.integer({ min: 10_000, max: 40_000 }).map((size) => post([`X-Large: ${'x'.repeat(size)}`])),
  fc.integer({ min: 500, max: 3000 }).map((count) => post(Array.from({ length: count }, (_, at) => `X-${at}: 1`))),
  fc.webPath().map((path) => head(`GET ${path || '/'} HTTP/1.1`)),
  fc
    .constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'http/1.1', '')
    .map((version) => head(`POST /api/lending/session ${version}`)),
);

/** Whatever a socket may say: whole, cut, changed, in one piece or in many. Nobody behind it has an application. */
export const rawRequests: fc.Arbitrary<RawRequest> = fc
  .tuple(texts, fc.array(fc.nat(2000), { maxLength: 5 }), fc.boolean())
  .map(([text, places, isCut]) => {
    const ends = [...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
    const pieces = ends.map((end, at) => Buffer.from(text.slice(ends[at - 1] ?? 0, end), 'latin1'));
    return { pieces, isCut };
  });

/** Writes it, and looks at what comes back: typed JSON, or what node:http itself says to what it cannot read. */
export async function sendRaw(port: number, { pieces, isCut }: RawRequest): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const closed = once(socket, 'close');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
  await Promise.race([once(socket, 'connect'), closed]);
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise(setImmediate);
  }
  if (isCut) socket.destroy();
  else socket.end();
  await closed;
  const answers = Buffer.concat(chunks)
    .toString()
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter(Boolean);
  for (const [at, answer] of answers.entries()) {
    const isOfNode = OF_NODE.test(answer) || answer === 'HTTP/1.1 100 Continue\r\n\r\n';
    const isCutOff = at === answers.length - 1 && isCut;
    assert.ok(
      isOfNode ||
        isCutOff ||
        (/\r\ncontent-type: application\/json/i.test(answer) && /\r\ncache-control: no-store/i.test(answer)),
      answer,
    );
  }
}
