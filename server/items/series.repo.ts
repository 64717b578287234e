import { perDatabase } from '../store/per-database.ts';

export interface SeriesRow {
  id: string;
  name: string;
  nameIgnorePrefix: string;
  description: string | null;
  addedAt: number;
  updatedAt: number;
  libraryId: string;
}

/** Series by themselves; `names.repo.ts` links them to books. */
export const seriesIn = perDatabase((database) => ({
  byId: (id: string) => database.get<SeriesRow>('SELECT * FROM series WHERE id = ?', id),
  /** Whether another series of the same library has a name, ignoring case. */
  isTaken: (name: string, { id, libraryId }: Pick<SeriesRow, 'id' | 'libraryId'>): boolean =>
    database.get(
      'SELECT 1 AS one FROM series WHERE libraryId = ? AND name = ? COLLATE NOCASE AND id <> ?',
      libraryId,
      name,
      id,
    ) !== undefined,
  bookIds: (id: string): string[] =>
    database
      .all<{ itemId: string }>('SELECT itemId FROM bookSeries WHERE seriesId = ?', id)
      .map(({ itemId }) => itemId),
  save: (row: SeriesRow): void =>
    void database.run(
      'UPDATE series SET name = ?, nameIgnorePrefix = ?, description = ?, updatedAt = ? WHERE id = ?',
      row.name,
      row.nameIgnorePrefix,
      row.description,
      row.updatedAt,
      row.id,
    ),
}));
