import { ask, type Engine, type Work } from './engine.js';
import type { Database, DatabaseSettings } from './records.js';
import { ADD_VERSION, createTables, isEmpty, MIGRATIONS, READ_VERSION } from './schema.js';
import { createDatabase } from './store.js';

/** A store in a SQL database that this package does not know: your engine runs its statements. */
export const sqlStore = (engine: Engine, settings: Omit<DatabaseSettings, 'clock'> = {}): Database =>
  createDatabase(engine, settings);

/**
 * Work that creates the tables in an empty database, for the start of an engine. It throws `config-invalid` if this package cannot use the tables. `key`: the
 * type of strings that sort by their bytes. `order`: the definition of a column that keeps the order of the rows, if the database has none by itself.
 */
export const creatingTables = (key = 'text', ...order: readonly string[]): Work<void> =>
  function* () {
    yield { selects: [MIGRATIONS], values: [] };
    const [found] = yield* ask(READ_VERSION, []);
    const statements = isEmpty(found!) ? [...createTables(key, order), ADD_VERSION] : [];
    return [undefined, statements.map((sql) => ({ sql, values: [] }))];
  };
