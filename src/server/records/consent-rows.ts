import type { ConsentRows } from './check.js';
import type { Row } from './change.js';
import * as sql from './sql.js';
import { ask, type Engine } from './engine.js';

/** The rows about consents in a database. */
export function consentRows({ read, write }: Pick<Engine, 'read' | 'write'>): ConsentRows {
  const select = (statement: string, values: readonly unknown[] = []) =>
    read<readonly Row[]>(function* () {
      return [yield* ask(statement, values), []];
    });
  return {
    // The others read the clock after this transaction, so they may still write entries with its time.
    settle: () =>
      write('all', function* (now) {
        yield { selects: [], values: [] };
        return [now - 1, []];
      }),
    entries: ({ namespace, subject, business, application, place } = { namespace: '' }) =>
      select(sql.SELECT_ENTRIES, [namespace, subject ?? '', business ?? '', application ?? 0, place ?? 0]),
    notices: ({ namespace, id, version, locale } = { namespace: '' }) =>
      select(sql.SELECT_NOTICES, [namespace, id ?? '', version ?? '', locale ?? '']),
    notice: async (namespace, sha256) => (await select(sql.SELECT_NOTICE_BY_HASH, [namespace, sha256]))[0],
    erasures: () => select(sql.SELECT_ERASURES),
  };
}
