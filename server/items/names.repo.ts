import { randomUUID } from 'node:crypto';
import { lastFirst, moveTitlePrefix } from './names.ts';
import type { Database } from '../store/database.ts';
import type { BookMetadata, NamedRef, SeriesRef } from './model.ts';

export type ValueKind = 'tag' | 'genre' | 'narrator';

interface Name {
  readonly id: string;
  readonly libraryId: string;
}

/** Authors, series, tags, genres and narrators of items. */
export function createNamesRepository(database: Database, prefixes: () => readonly string[]) {
  return {
    authorsOf: (itemId: string) =>
      database.all<NamedRef>(
        'SELECT a.id, a.name FROM bookAuthors b JOIN authors a ON a.id = b.authorId WHERE b.itemId = ? ORDER BY b.position',
        itemId,
      ),
    seriesOf: (itemId: string) =>
      database.all<SeriesRef>(
        'SELECT s.id, s.name, b.sequence FROM bookSeries b JOIN series s ON s.id = b.seriesId WHERE b.itemId = ? ORDER BY b.position',
        itemId,
      ),
    valuesOf: (itemId: string, kind: ValueKind) =>
      database
        .all<{ value: string }>(
          'SELECT value FROM itemValues WHERE itemId = ? AND kind = ? ORDER BY position',
          itemId,
          kind,
        )
        .map((row) => row.value),

    /** Finds an author by name (ignoring case), or creates one. */
    authorByName: (libraryId: string, name: string, now: number): NamedRef => {
      const known = database.get<NamedRef>(
        'SELECT id, name FROM authors WHERE libraryId = ? AND name = ? COLLATE NOCASE',
        libraryId,
        name,
      );
      if (known) return known;
      const id = randomUUID();
      database.run(
        'INSERT INTO authors (id, libraryId, name, lastFirst, addedAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        libraryId,
        name,
        lastFirst(name),
        now,
        now,
      );
      return { id, name };
    },
    /** Finds a series by name (ignoring case), or creates one. */
    seriesByName: (libraryId: string, name: string, now: number): NamedRef => {
      const known = database.get<NamedRef>(
        'SELECT id, name FROM series WHERE libraryId = ? AND name = ? COLLATE NOCASE',
        libraryId,
        name,
      );
      if (known) return known;
      const id = randomUUID();
      database.run(
        'INSERT INTO series (id, libraryId, name, nameIgnorePrefix, addedAt, updatedAt) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        libraryId,
        name,
        moveTitlePrefix(name, prefixes()),
        now,
        now,
      );
      return { id, name };
    },
    /**
     * Removes the next few authors or series without a book after an id, and returns them in the order of their ids; an
     * author with a picture or a text stays.
     */
    removeEmpty: (table: 'authors' | 'series', after: string, limit: number): Name[] =>
      database.transaction(() => {
        const isKept = table === 'authors' ? ' AND imagePath IS NULL AND description IS NULL' : '';
        const names = database.all<Name>(
          `SELECT id, libraryId FROM ${table} INDEXED BY ${table}Empty WHERE numBooks = 0 AND id > ?${isKept} ORDER BY id LIMIT ?`,
          after,
          limit,
        );
        for (const { id } of names) database.run(`DELETE FROM ${table} WHERE id = ?`, id);
        return names;
      }),
    /** Writes authors and series of a book where they changed. */
    link: (itemId: string, { authors, series }: Pick<BookMetadata, 'authors' | 'series'>): void => {
      const known = database.all<{ id: string }>(
        'SELECT authorId AS id FROM bookAuthors WHERE itemId = ? ORDER BY position',
        itemId,
      );
      if (
        !isSame(
          known.map(({ id }) => id),
          authors.map(({ id }) => id),
        )
      ) {
        database.run('DELETE FROM bookAuthors WHERE itemId = ?', itemId);
        for (const [position, { id }] of authors.entries())
          database.run('INSERT INTO bookAuthors (itemId, authorId, position) VALUES (?, ?, ?)', itemId, id, position);
      }
      const linked = database.all<SeriesRef>(
        'SELECT seriesId AS id, sequence FROM bookSeries WHERE itemId = ? ORDER BY position',
        itemId,
      );
      const facts = ({ id, sequence }: Pick<SeriesRef, 'id' | 'sequence'>) => [id, sequence];
      if (isSame(linked.map(facts), series.map(facts))) return;
      database.run('DELETE FROM bookSeries WHERE itemId = ?', itemId);
      for (const [position, { id, sequence }] of series.entries())
        database.run(
          'INSERT INTO bookSeries (itemId, seriesId, sequence, position) VALUES (?, ?, ?, ?)',
          itemId,
          id,
          sequence,
          position,
        );
    },
    /** Writes tags, genres and narrators of an item where they changed. */
    setValues: (
      { id: itemId, libraryId }: { readonly id: string; readonly libraryId: string },
      values: Readonly<Record<ValueKind, readonly string[]>>,
    ): void => {
      const known = database.all<{ kind: string; value: string }>(
        'SELECT kind, value FROM itemValues WHERE itemId = ? ORDER BY position',
        itemId,
      );
      for (const [kind, list] of Object.entries(values)) {
        const wanted = [...new Set(list)];
        if (
          isSame(
            known.flatMap((row) => (row.kind === kind ? row.value : [])),
            wanted,
          )
        )
          continue;
        database.run('DELETE FROM itemValues WHERE itemId = ? AND kind = ?', itemId, kind);
        for (const [position, value] of wanted.entries())
          database.run(
            'INSERT INTO itemValues (itemId, libraryId, kind, value, position) VALUES (?, ?, ?, ?, ?)',
            itemId,
            libraryId,
            kind,
            value,
            position,
          );
      }
    },
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
