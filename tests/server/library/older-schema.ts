import { searchTables } from '../../../server/store/tables/search.ts';

/** Undoes the ninth schema: the search has the tables of the fifth again. */
export const WITHOUT_FOLDED = `
${['libraryItems', 'podcastEpisodes', 'authors', 'series']
  .flatMap((table) => ['Added', 'Changed', 'Removed'].map((change) => `DROP TRIGGER search${change}_${table};`))
  .join(' ')}
DROP TRIGGER searchAdded_valueCounts; DROP TRIGGER searchRemoved_valueCounts;
DROP TABLE searchDue; DROP TABLE searchTexts; DROP TABLE searchIndex; DROP TABLE searchWords;
${searchTables}
`;

/** Undoes the seventh schema and later ones, so that a database is as an older Earmark left it. */
export const WITHOUT_COUNTS = `${WITHOUT_FOLDED}
DROP TRIGGER bookAuthorsAdded; DROP TRIGGER bookAuthorsRemoved; DROP TRIGGER bookSeriesAdded; DROP TRIGGER bookSeriesRemoved;
DROP TRIGGER libraryItemsAdded; DROP TRIGGER libraryItemsRemoved; DROP TRIGGER libraryItemsMoved;
DROP TRIGGER itemValuesAdded; DROP TRIGGER itemValuesRemoved;
DROP INDEX authorsByNumBooks; DROP INDEX authorsNames; DROP INDEX authorsEmpty; ALTER TABLE authors DROP COLUMN numBooks;
DROP INDEX seriesByNumBooks; DROP INDEX seriesNames; DROP INDEX seriesEmpty; ALTER TABLE series DROP COLUMN numBooks;
DROP TABLE itemCounts; DROP TABLE valueCounts; ALTER TABLE itemValues DROP COLUMN libraryId;
DROP INDEX libraryItemsAlone; DROP INDEX libraryItemsPresent; DROP INDEX libraryItemsWithIssues; DROP INDEX libraryItemsByLanguage; DROP INDEX libraryItemsByPublisher;
`;
