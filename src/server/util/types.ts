/** The body of a request, or of a response. */
export type Body = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
