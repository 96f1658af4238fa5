import Database from 'libsql';

/** Stores applicants' drafts in an SQLite table that all processes of the backend share. Expired drafts are deleted. */
export function sqliteDrafts(path) {
  const database = new Database(path);
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA secure_delete = ON; -- what is deleted is written over
    CREATE TABLE IF NOT EXISTS drafts (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends INTEGER NOT NULL);
  `);
  const find = database.prepare('SELECT value FROM drafts WHERE key = ? AND ends > ?');
  const put = database.prepare('INSERT OR REPLACE INTO drafts (key, value, ends) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM drafts WHERE key = ?');
  const clear = database.prepare('DELETE FROM drafts WHERE ends <= ?');
  return {
    get: async (key) => find.get(key, Date.now())?.value,
    async set(key, value, seconds) {
      clear.run(Date.now());
      put.run(key, value, Date.now() + seconds * 1000);
    },
    delete: async (key) => void remove.run(key),
    close: () => database.close(),
  };
}
