import { randomUUID } from 'node:crypto';
import { marks, toJson, type Database, type SqlValue } from '../store/database.ts';
import { episodeColumns, episodeOf, itemColumns, itemOfRow } from './item-rows.ts';
import type { EpisodeRow, FilesRow, FullRow } from './item-rows.ts';
import type { BookItem, Episode, Item, PodcastItem } from './model.ts';
import { createNamesRepository } from './names.repo.ts';

type Row = Readonly<Record<string, SqlValue>>;

/** The value as SQLite returns it. */
const asStored = (value: SqlValue): SqlValue => (typeof value === 'boolean' ? Number(value) : value);

/**
 * Writes a whole new row, or the columns of a known one that differ. Table and columns are written in this file, values
 * are bound.
 */
function write(database: Database, table: string, key: string, row: Row, known: Row | undefined): void {
  if (!known) {
    const values = Object.values(row);
    database.run(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${marks(values)})`, ...values);
    return;
  }
  const changes = Object.entries(row).filter(([column, value]) => known[column] !== asStored(value));
  if (changes.length === 0) return;
  database.run(
    `UPDATE ${table} SET ${changes.map(([column]) => `${column} = ?`).join(', ')} WHERE ${key} = ?`,
    ...changes.map(([, value]) => value),
    row[key] ?? null,
  );
}

export type ItemRepository = ReturnType<typeof createItemRepository>;

/**
 * Whole library items: `load` and `save` are the only ways in and out, so that the columns for sorting and filtering
 * always match the metadata. `prefixes` returns the sorting prefixes of the server settings.
 */
export function createItemRepository(database: Database, prefixes: () => readonly string[]) {
  const names = createNamesRepository(database, prefixes);

  const episodesOf = (itemId: string): Episode[] =>
    database
      .all<EpisodeRow>('SELECT * FROM podcastEpisodes WHERE itemId = ? ORDER BY position, publishedAt, rowid', itemId)
      .map(episodeOf);

  const read = (row: FullRow): Item =>
    itemOfRow(row, {
      files: database.get<FilesRow>(
        'SELECT audioFiles, chapters, ebookFile, libraryFiles FROM itemFiles WHERE itemId = ?',
        row.id,
      ),
      authors: () => names.authorsOf(row.id),
      series: () => names.seriesOf(row.id),
      narrators: () => names.valuesOf(row.id, 'narrator'),
      episodes: () => episodesOf(row.id),
    });

  const rowOf = (table: string, key: string, value: string): Row | undefined =>
    database.get<Row>(`SELECT * FROM ${table} WHERE ${key} = ?`, value);

  const saveEpisodes = (item: PodcastItem): void => {
    const known = new Map(
      database
        .all<Row>('SELECT * FROM podcastEpisodes WHERE itemId = ?', item.id)
        .map((row) => [String(row['id']), row]),
    );
    const kept = new Set(item.episodes.map((episode) => episode.id));
    for (const id of known.keys()) if (!kept.has(id)) database.run('DELETE FROM podcastEpisodes WHERE id = ?', id);
    for (const [position, episode] of item.episodes.entries()) {
      const row = episodeColumns(episode, item.id, position);
      write(database, 'podcastEpisodes', 'id', row, known.get(episode.id));
    }
  };

  const FULL = 'SELECT i.* FROM libraryItems i WHERE';
  return {
    names,
    load: (id: string): Item | undefined => {
      const row = database.get<FullRow>(`${FULL} i.id = ?`, id);
      return row && read(row);
    },
    byPath: (libraryId: string, path: string): Item | undefined => {
      const row = database.get<FullRow>(`${FULL} i.libraryId = ? AND i.path = ?`, libraryId, path);
      return row && read(row);
    },
    episodesOf,
    /**
     * Inserts, or writes the differences. Matches authors and series by name within the library and creates new ones;
     * those with an id keep it. Returns the item as stored.
     */
    save: (item: Item): Item =>
      database.transaction(() => {
        let stored = item;
        if (item.mediaType === 'book') {
          const authors = item.metadata.authors.map((author) =>
            names.authorByName(item.libraryId, author.name, item.updatedAt),
          );
          const series = item.metadata.series.map((entry) => ({
            ...names.seriesByName(item.libraryId, entry.name, item.updatedAt),
            sequence: entry.sequence,
          }));
          const unique = <T extends { id: string }>(list: T[]): T[] => [
            ...new Map(list.map((entry) => [entry.id, entry])).values(),
          ];
          stored = { ...item, metadata: { ...item.metadata, authors: unique(authors), series: unique(series) } };
        }
        const book: Partial<BookItem> = stored.mediaType === 'book' ? stored : {};
        const { id } = stored;
        write(database, 'libraryItems', 'id', itemColumns(stored, prefixes()), rowOf('libraryItems', 'id', id));
        const files = {
          itemId: id,
          audioFiles: toJson(book.audioFiles ?? []),
          chapters: toJson(book.chapters ?? []),
          libraryFiles: toJson(stored.libraryFiles),
          ebookFile: book.ebookFile ? toJson(book.ebookFile) : null,
        };
        write(database, 'itemFiles', 'itemId', files, rowOf('itemFiles', 'itemId', id));
        names.setValues(stored, {
          tag: stored.tags,
          genre: stored.metadata.genres,
          narrator: stored.mediaType === 'book' ? stored.metadata.narrators : [],
        });
        if (stored.mediaType === 'book') names.link(stored.id, stored.metadata);
        else saveEpisodes(stored);
        return stored;
      }),
    /** Notes when the feed of a podcast was read (ms), without loading the item. */
    noteEpisodeCheck: (id: string, at: number): void =>
      void database.run(
        "UPDATE libraryItems SET media = json_set(media, '$.media.lastEpisodeCheck', ?) WHERE id = ? AND mediaType = 'podcast'",
        at,
        id,
      ),
    /** Removes the rows of an item with its progress and places in lists. */
    remove: (id: string): boolean => database.run('DELETE FROM libraryItems WHERE id = ?', id) > 0,
    newIds: (): { id: string; mediaId: string } => ({ id: randomUUID(), mediaId: randomUUID() }),
  };
}
