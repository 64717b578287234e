/**
 * A sequence as a number (`1`, `10.5`), NULL for other texts, of the rows of `bookSeries` by this alias. Their index
 * has the same expression, so it finds the books of a series in this order.
 */
export const sequenceOf = (alias: 'b' | 'q') =>
  `CASE WHEN ${alias}.sequence GLOB '[0-9]*' THEN CAST(${alias}.sequence AS REAL) END`;

/** Books within a series: by number, the others after them. */
export const SEQUENCE_ORDER = `${sequenceOf('b')} NULLS LAST, i.title COLLATE NOCASE`;

type Column = { readonly column: string; readonly as?: 'name' | 'year' };

const both: Readonly<Record<string, Column>> = {
  addedAt: { column: 'addedAt' },
  size: { column: 'size' },
  birthtimeMs: { column: 'birthtimeMs' },
  mtimeMs: { column: 'mtimeMs' },
};
const columns: Readonly<Record<'book' | 'podcast', Readonly<Record<string, Column>>>> = {
  book: {
    ...both,
    'media.metadata.authorName': { column: 'authorName', as: 'name' },
    'media.metadata.authorNameLF': { column: 'authorNameLF', as: 'name' },
    'media.metadata.publishedYear': { column: 'publishedYear', as: 'year' },
    'media.duration': { column: 'duration' },
  },
  podcast: {
    ...both,
    'media.metadata.author': { column: 'authorName', as: 'name' },
    'media.numTracks': { column: 'numTracks' },
  },
};

export interface OrderQuery {
  readonly mediaType: 'book' | 'podcast';
  readonly sortBy: string;
  readonly isDescending: boolean;
  /** Titles are sorted without their prefix (server setting). */
  readonly ignorePrefix: boolean;
  /** The rows `q` of `bookSeries` are of one series. */
  readonly isSeriesFilter: boolean;
  /** Few items match: they are found and then sorted. In the order of an index, all the others would be read first. */
  readonly isFiltered: boolean;
  /** Ties have a fixed order, too, so that pages found in two ways fit together. */
  readonly isExact: boolean;
  /** The column with the time of the last progress, where it is joined. */
  readonly lastUpdate: 'p.lastUpdate' | 'i.lastUpdate' | null;
  /** Order without a known sort key. */
  readonly otherwise: Otherwise;
}

/** Order without a known sort key: by author, or by the time of starting or adding, as on the real server. */
export type Otherwise = 'author' | 'begun' | 'added';

export interface Order {
  /** ` ORDER BY ...` */
  readonly sql: string;
  /** Columns of `libraryItems i` that it needs. */
  readonly columns: readonly string[];
}

export function orderOf({
  mediaType,
  sortBy,
  isDescending,
  ignorePrefix,
  isSeriesFilter,
  isFiltered,
  isExact,
  lastUpdate,
  otherwise,
}: OrderQuery): Order {
  const way = isDescending ? 'DESC' : 'ASC';
  const titleColumn = ignorePrefix ? 'titleIgnorePrefix' : 'title';
  const of = (column: string) => `${isFiltered ? '+' : ''}i.${column}`;
  const title = `${of(titleColumn)} COLLATE NOCASE`;
  const order = (sql: string, needed: readonly string[] = []): Order => ({ sql: ` ORDER BY ${sql}`, columns: needed });
  const exactly = (sql: string, needed: readonly string[]): Order =>
    isExact ? order(`${sql}, i.rowid ${way}`, [...needed, 'rowid']) : order(sql, needed);
  const unsorted = (): Order => {
    if (otherwise === 'begun') return order('p.rowid');
    const added = `${of('addedAt')}, i.rowid`;
    if (mediaType === 'podcast' || otherwise === 'added') return order(added, ['addedAt', 'rowid']);
    return order(`${of('authorNameLF')} COLLATE NOCASE, ${added}`, ['authorNameLF', 'addedAt', 'rowid']);
  };
  if (sortBy === 'random') return order('random()');
  if (sortBy === 'media.metadata.title') return exactly(`${title} ${way}`, [titleColumn]);
  if (sortBy === 'sequence' || (sortBy === '' && isSeriesFilter)) {
    return isSeriesFilter ? order(`${sequenceOf('q')} ${way} NULLS LAST, ${title}`, [titleColumn]) : unsorted();
  }
  if (sortBy === 'progress') return lastUpdate === null ? unsorted() : order(`${lastUpdate} ${way}`);
  const known = Object.hasOwn(columns[mediaType], sortBy) ? columns[mediaType][sortBy] : undefined;
  if (!known) return unsorted();
  const { column, as } = known;
  if (as === 'name') return exactly(`${of(column)} COLLATE NOCASE ${way}, ${title} ${way}`, [column, titleColumn]);
  if (as === 'year') return exactly(`CAST(${of(column)} AS INTEGER) ${way} NULLS LAST`, [column]);
  return exactly(`${of(column)} ${way}`, [column]);
}
