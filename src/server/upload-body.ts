import { chunksOf } from './guard.js';
import type { Visit } from './routes.js';
import type { Place } from './upload-room.js';

/** An upload that nobody reads to its end: it is larger than it may be, or does not come. */
export class UploadError extends Error {
  constructor(readonly reason: 'large' | 'slow') {
    super(reason);
  }
}

/** Milliseconds for which nothing may come, and bytes a millisecond that must come on average once they are over. */
const PATIENCE = 30_000;
const SLOWEST = 4;

/** The pieces of a body of at most so many bytes, each once there is room for more. What is left of it is let go. */
export async function* piecesOf({ request, arrival }: Visit, most: number, place: Place): AsyncIterable<Uint8Array> {
  const chunks = chunksOf(arrival.body!)[Symbol.asyncIterator]();
  let size = 0;
  let spent = 0;
  try {
    if (Number(request.headers.get('content-length')) > most) throw new UploadError('large');
    for (;;) {
      const asked = Date.now();
      const { done, value } = await inTime(chunks.next());
      if (done) return;
      size += value.byteLength;
      spent += Date.now() - asked;
      if (size > most) throw new UploadError('large');
      if (spent > PATIENCE && size < spent * SLOWEST) throw new UploadError('slow');
      yield value;
      await place.take(value.byteLength);
    }
  } finally {
    void chunks.return?.().catch(() => undefined);
  }
}

async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UploadError('slow')), PATIENCE);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
