/** Tables with texts for the search: triggers maintain them, so they are neither copied nor counted. */
export const isSearchTable = (name: string): boolean => name.startsWith('search');

/**
 * An index of all runs of three characters (FTS5, trigram) in some columns of a table. It has its own keys, because
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

/** The search tables before texts were folded. */
export const searchTables =
  searchOf('itemSearch', 'libraryItems', ['title', 'subtitle', 'asin', 'isbn', 'authorName', 'itunesId']) +
  searchOf('episodeSearch', 'podcastEpisodes', ['title', 'subtitle']);

/** Searched kinds: table, id column, and the columns of the text. */
const searched = [
  ['item', 'libraryItems', 'id', 'title, subtitle, asin, isbn, itunesId, authorName, seriesName, narratorName'],
  ['episode', 'podcastEpisodes', 'id', 'title, subtitle'],
  ['author', 'authors', 'id', 'name'],
  ['series', 'series', 'id', 'name'],
] as const;
const episodeLibrary = (row: string) => `(SELECT libraryId FROM libraryItems WHERE id = ${row}.itemId)`;
const due = (kind: string, row: string, id: string, library: string) =>
  `INSERT INTO searchDue (kind, id, libraryId) VALUES (${kind}, ${row}.${id}, ${library}) ON CONFLICT DO NOTHING;`;

const followed = searched
  .map(([kind, table, id, columns]) => {
    const mark = due(`'${kind}'`, 'NEW', id, table === 'podcastEpisodes' ? episodeLibrary('NEW') : 'NEW.libraryId');
    return `
CREATE TRIGGER searchAdded_${table} AFTER INSERT ON ${table} BEGIN ${mark} END;
CREATE TRIGGER searchChanged_${table} AFTER UPDATE OF ${columns} ON ${table} BEGIN ${mark} END;
CREATE TRIGGER searchRemoved_${table} AFTER DELETE ON ${table} BEGIN
  DELETE FROM searchTexts WHERE kind = '${kind}' AND id = OLD.${id};
END;
INSERT INTO searchDue (kind, id, libraryId) SELECT '${kind}', t.${id}, ${table === 'podcastEpisodes' ? episodeLibrary('t') : 't.libraryId'} FROM ${table} t;
`;
  })
  .join('');

/**
 * The search of a library. Triggers mark new or changed rows in `searchDue`; before the commit their texts are folded
 * into `searchTexts` (`search-index.ts`): `own` begins with the name, `rest` holds the names that only count beside a
 * word of its own. `searchIndex` has all runs of three characters of both (see `searchByRange`). `searchWords` has all
 * words that were ever in one, also mirrored, for words that begin or end like a mistyped one.
 */
export const foldedSearch = `
DROP TRIGGER itemSearchAdded; DROP TRIGGER itemSearchChanged; DROP TRIGGER itemSearchRemoved;
DROP TABLE itemSearch; DROP TABLE itemSearchKeys;
DROP TRIGGER episodeSearchAdded; DROP TRIGGER episodeSearchChanged; DROP TRIGGER episodeSearchRemoved;
DROP TABLE episodeSearch; DROP TABLE episodeSearchKeys;
CREATE TABLE searchDue (kind TEXT NOT NULL, id TEXT NOT NULL, libraryId TEXT NOT NULL, PRIMARY KEY (kind, id, libraryId)) WITHOUT ROWID;
CREATE TABLE searchTexts (
  key INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  libraryId TEXT NOT NULL,
  own TEXT NOT NULL,
  rest TEXT NOT NULL
);
CREATE UNIQUE INDEX searchTextsById ON searchTexts(kind, id, libraryId);
CREATE INDEX searchTextsInOrder ON searchTexts(libraryId, kind, own, rest, id);
CREATE VIRTUAL TABLE searchIndex USING fts5(own, rest, kind, content = 'searchTexts', content_rowid = 'key', tokenize = 'trigram case_sensitive 1');
CREATE TRIGGER searchTextsAdded AFTER INSERT ON searchTexts BEGIN
  INSERT INTO searchIndex (rowid, own, rest, kind) VALUES (NEW.key, NEW.own, NEW.rest, NEW.kind);
END;
CREATE TRIGGER searchTextsChanged AFTER UPDATE ON searchTexts BEGIN
  INSERT INTO searchIndex (searchIndex, rowid, own, rest, kind) VALUES ('delete', OLD.key, OLD.own, OLD.rest, OLD.kind);
  INSERT INTO searchIndex (rowid, own, rest, kind) VALUES (NEW.key, NEW.own, NEW.rest, NEW.kind);
END;
CREATE TRIGGER searchTextsRemoved AFTER DELETE ON searchTexts BEGIN
  INSERT INTO searchIndex (searchIndex, rowid, own, rest, kind) VALUES ('delete', OLD.key, OLD.own, OLD.rest, OLD.kind);
END;
CREATE TABLE searchWords (word TEXT PRIMARY KEY, mirrored TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX searchWordsMirrored ON searchWords(mirrored);
${followed}
CREATE TRIGGER searchAdded_valueCounts AFTER INSERT ON valueCounts BEGIN ${due('NEW.kind', 'NEW', 'value', 'NEW.libraryId')} END;
CREATE TRIGGER searchRemoved_valueCounts AFTER DELETE ON valueCounts BEGIN
  DELETE FROM searchTexts WHERE kind = OLD.kind AND id = OLD.value AND libraryId = OLD.libraryId;
END;
INSERT INTO searchDue (kind, id, libraryId) SELECT kind, value, libraryId FROM valueCounts;
`;

/** Kinds of searched texts, in the order of their keys. */
const kinds = ['item', 'episode', 'author', 'series', 'tag', 'genre', 'narrator'] as const;
export type SearchedKind = (typeof kinds)[number];

/** The keys of a kind are a range, so that the index reads only this part of the list of a frequent run. */
const KEYS_OF_KIND = 2n ** 32n;
export interface KeyRange {
  readonly from: bigint;
  readonly to: bigint;
}
/** The first and the last key of a kind; FTS5 knows no range between numbers that are bound as `number`. */
export const keysOf = (kind: SearchedKind): KeyRange => {
  const from = BigInt(kinds.indexOf(kind) + 1) * KEYS_OF_KIND;
  return { from, to: from + KEYS_OF_KIND - 1n };
};

/** The keys of all names, whatever their kind. */
export const keysOfNames: KeyRange = { from: keysOf('author').from, to: keysOf('narrator').to };

/** Two spaces before each word: the index then has runs with its first letter alone, and with its first two. */
const padded = (text: string) => `'  ' || replace(${text}, ' ', '  ')`;
const indexed = (row: 'OLD' | 'NEW') => `${row}.key, ${padded(`${row}.own`)}, ${padded(`${row}.rest`)}`;
const without = `INSERT INTO searchIndex (searchIndex, rowid, own, rest) VALUES ('delete', ${indexed('OLD')});`;
const withNew = `INSERT INTO searchIndex (rowid, own, rest) VALUES (${indexed('NEW')});`;

/** The index has ranges of keys in place of a column for the kind, and short words. It stores no texts. */
export const searchByRange = `
DROP TRIGGER searchTextsAdded; DROP TRIGGER searchTextsChanged; DROP TRIGGER searchTextsRemoved; DROP TABLE searchIndex;
UPDATE searchTexts SET key = key + CASE kind ${kinds.map((kind) => `WHEN '${kind}' THEN ${keysOf(kind).from}`).join(' ')} END;
CREATE VIRTUAL TABLE searchIndex USING fts5(own, rest, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1');
INSERT INTO searchIndex (rowid, own, rest) SELECT key, ${padded('own')}, ${padded('rest')} FROM searchTexts ORDER BY key;
CREATE TRIGGER searchTextsAdded AFTER INSERT ON searchTexts BEGIN ${withNew} END;
CREATE TRIGGER searchTextsChanged AFTER UPDATE ON searchTexts BEGIN ${without} ${withNew} END;
CREATE TRIGGER searchTextsRemoved AFTER DELETE ON searchTexts BEGIN ${without} END;
`;
