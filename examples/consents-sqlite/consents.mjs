import Database from 'libsql';

export function sqliteConsents(path) {
  const database = new Database(path);
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA synchronous = FULL; -- an append resolves when it would survive a crash
    CREATE TABLE IF NOT EXISTS consents (number INTEGER PRIMARY KEY, about TEXT NOT NULL, entry TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS consents_about ON consents (about);
  `);
  const add = database.prepare('INSERT INTO consents (about, entry) VALUES (?, ?)');
  const append = database.transaction((entry) => add.run(entry.about, JSON.stringify(entry)));
  const find = database.prepare('SELECT entry FROM consents WHERE about = ? ORDER BY number');
  const all = database.prepare('SELECT entry FROM consents ORDER BY number');
  return {
    append: async (entry) => void append.immediate(entry),
    about: async (about) => find.all(about).map(({ entry }) => JSON.parse(entry)),
    /** All entries, for `exportConsents()`. */
    *entries() {
      for (const { entry } of all.iterate()) yield JSON.parse(entry);
    },
    close: () => database.close(),
  };
}
