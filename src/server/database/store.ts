import type { Store } from '../store/types.js';
import { startOnce } from '../util/start-once.js';
import { createConsents, type Consents } from './consents.js';
import { databaseError, type Engine } from './engine.js';
import { explainCopied } from './migrations.js';
import { createProof } from './proof.js';
import { createValues } from './values.js';

export interface DatabaseOptions {
  /**
   * 32 characters or more, or a list with the current key first. Each consent gets a mark made with it, so that nobody who can write to the database,
   * but does not know the key, can change the records unnoticed. Default: consents have only a hash.
   */
  consentsKey?: string | readonly string[] | undefined;
  /**
   * The name under which all rows are stored, of 1 to 200 characters. Handlers with different names never see each other's rows. Default: `default`;
   * with `fromEnv()` the environment and the origin of the service.
   */
  namespace?: string | undefined;
}

/** A store in a database. */
export interface DatabaseStore extends Required<Store> {
  /** The records of consents. They are not sealed, because they are the proof of consent. */
  consents: Pick<Consents, 'chains' | 'check' | 'erase'>;
}

/** The engine of a database. `start` opens it and checks that a crash loses no change. `close` closes it if it was opened. */
export interface EngineAt {
  engine: Engine;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the store. The engine starts at the first call. */
export function createStore({ engine, start, close }: EngineAt, options: DatabaseOptions = {}): DatabaseStore {
  const { consentsKey, namespace = 'default' } = options;
  if (typeof namespace !== 'string' || !/^[^\p{Cc}]{1,200}$/u.test(namespace))
    throw databaseError('The namespace of the store must have 1 to 200 characters.');
  const ready = startOnce(start);
  const afterStart =
    <G extends unknown[], R>(work: (...given: G) => Promise<R>) =>
    async (...given: G): Promise<R> => {
      await ready();
      return work(...given).catch((error: unknown) => {
        throw explainCopied(error);
      });
    };
  const started: Engine = {
    ...engine,
    query: afterStart(engine.query),
    changeBoth: afterStart(engine.changeBoth),
    settle: afterStart(engine.settle),
  };
  const { append, entries, erase, ...consents } = createConsents(started, createProof(consentsKey), namespace);
  return {
    namespace,
    ...createValues(started, namespace),
    append,
    entries,
    erase,
    consents: { ...consents, erase },
    ready,
    close,
  };
}
