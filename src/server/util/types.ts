/** The options of an interface, each with a value. */
export type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

/** The body of a request, or of a response. */
export type Body = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
