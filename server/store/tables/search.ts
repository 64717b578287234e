/** Tables that hold texts for the search: triggers keep them, so they are no part of what is copied or counted. */
export const isSearchTable = (name: string): boolean => /^(item|episode)Search/.test(name);

/**
 * An index of all runs of three characters (FTS5, trigram) in some columns of a table. It has keys of its own, because
 * those of the table may change when the database is packed.
 */
function searchOf(name: 'itemSearch' | 'episodeSearch', table: string, columns: readonly string[]): string {
  const text = (row: string) => columns.map((column) => `coalesce(${row}.${column}, '')`).join(' || char(10) || ');
  const key = (row: string) => `(SELECT key FROM ${name}Keys WHERE id = ${row}.id)`;
  return `
CREATE TABLE ${name}Keys (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE VIRTUAL TABLE ${name} USING fts5(text, tokenize = 'trigram');
INSERT INTO ${name}Keys (id) SELECT id FROM ${table};
INSERT INTO ${name} (rowid, text) SELECT k.key, ${text('t')} FROM ${name}Keys k JOIN ${table} t ON t.id = k.id;
CREATE TRIGGER ${name}Added AFTER INSERT ON ${table} BEGIN
  INSERT INTO ${name}Keys (id) VALUES (NEW.id);
  INSERT INTO ${name} (rowid, text) VALUES (${key('NEW')}, ${text('NEW')});
END;
CREATE TRIGGER ${name}Changed AFTER UPDATE ON ${table} WHEN ${text('NEW')} <> ${text('OLD')} BEGIN
  UPDATE ${name} SET text = ${text('NEW')} WHERE rowid = ${key('NEW')};
END;
CREATE TRIGGER ${name}Removed AFTER DELETE ON ${table} BEGIN
  DELETE FROM ${name} WHERE rowid = ${key('OLD')};
  DELETE FROM ${name}Keys WHERE id = OLD.id;
END;
`;
}

/** What the search of a library looks through. */
export const searchTables =
  searchOf('itemSearch', 'libraryItems', ['title', 'subtitle', 'asin', 'isbn', 'authorName', 'itunesId']) +
  searchOf('episodeSearch', 'podcastEpisodes', ['title', 'subtitle']);
