import { randomUUID } from 'node:crypto';
import { lastFirst, moveTitlePrefix } from '../scan/names.ts';
import type { Database } from '../store/database.ts';
import type { BookMetadata, NamedRef, SeriesRef } from './model.ts';

export type ValueKind = 'tag' | 'genre' | 'narrator';

/** Authors, series, tags, genres and narrators of items. */
export function createNamesRepository(database: Database, prefixes: () => readonly string[]) {
  return {
    authorsOf: (itemId: string) => database.all<NamedRef>(
      'SELECT a.id, a.name FROM bookAuthors b JOIN authors a ON a.id = b.authorId WHERE b.itemId = ? ORDER BY b.position', itemId,
    ),
    seriesOf: (itemId: string) => database.all<SeriesRef>(
      'SELECT s.id, s.name, b.sequence FROM bookSeries b JOIN series s ON s.id = b.seriesId WHERE b.itemId = ? ORDER BY b.position', itemId,
    ),
    valuesOf: (itemId: string, kind: ValueKind) => database.all<{ value: string }>(
      'SELECT value FROM itemValues WHERE itemId = ? AND kind = ? ORDER BY position', itemId, kind,
    ).map((row) => row.value),

    /** The author of that name (case does not matter), made when there is none. */
    authorByName: (libraryId: string, name: string, now: number): NamedRef => {
      const known = database.get<NamedRef>('SELECT id, name FROM authors WHERE libraryId = ? AND name = ? COLLATE NOCASE', libraryId, name);
      if (known) return known;
      const id = randomUUID();
      database.run(
        'INSERT INTO authors (id, libraryId, name, lastFirst, addedAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)', id, libraryId, name, lastFirst(name),
        now, now,
      );
      return { id, name };
    },
    /** The series of that name (case does not matter), made when there is none. */
    seriesByName: (libraryId: string, name: string, now: number): NamedRef => {
      const known = database.get<NamedRef>('SELECT id, name FROM series WHERE libraryId = ? AND name = ? COLLATE NOCASE', libraryId, name);
      if (known) return known;
      const id = randomUUID();
      database.run(
        'INSERT INTO series (id, libraryId, name, nameIgnorePrefix, addedAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)', id, libraryId, name,
        moveTitlePrefix(name, prefixes()), now, now,
      );
      return { id, name };
    },
    link: (itemId: string, metadata: Pick<BookMetadata, 'authors' | 'series'>): void => {
      database.run('DELETE FROM bookAuthors WHERE itemId = ?', itemId);
      database.run('DELETE FROM bookSeries WHERE itemId = ?', itemId);
      for (const [position, author] of metadata.authors.entries()) database.run(
        'INSERT INTO bookAuthors (itemId, authorId, position) VALUES (?, ?, ?)', itemId, author.id, position,
      );
      for (const [position, entry] of metadata.series.entries()) database.run(
        'INSERT INTO bookSeries (itemId, seriesId, sequence, position) VALUES (?, ?, ?, ?)', itemId, entry.id, entry.sequence, position,
      );
    },
    setValues: (itemId: string, values: Readonly<Record<ValueKind, readonly string[]>>): void => {
      database.run('DELETE FROM itemValues WHERE itemId = ?', itemId);
      for (const [kind, list] of Object.entries(values)) for (const [position, value] of [...new Set(list)].entries()) database.run(
        'INSERT INTO itemValues (itemId, kind, value, position) VALUES (?, ?, ?, ?)', itemId, kind, value, position,
      );
    },
    /** Removes authors without a book, unless a person gave them a picture or a text; returns their ids. */
    removeEmptyAuthors: (libraryId: string): string[] => {
      const ids = database.all<{ id: string }>(
        `SELECT id FROM authors a WHERE libraryId = ? AND imagePath IS NULL AND description IS NULL AND NOT EXISTS (SELECT 1 FROM bookAuthors b
         WHERE b.authorId = a.id)`,
        libraryId,
      ).map((row) => row.id);
      for (const id of ids) database.run('DELETE FROM authors WHERE id = ?', id);
      return ids;
    },
    removeEmptySeries: (libraryId: string): string[] => {
      const ids = database.all<{ id: string }>(
        'SELECT id FROM series s WHERE libraryId = ? AND NOT EXISTS (SELECT 1 FROM bookSeries b WHERE b.seriesId = s.id)', libraryId,
      ).map((row) => row.id);
      for (const id of ids) database.run('DELETE FROM series WHERE id = ?', id);
      return ids;
    },
  };
}
