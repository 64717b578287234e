/** Takes away what the seventh schema added, so that a database is as an older Earmark left it. */
export const WITHOUT_COUNTS = `
DROP TRIGGER bookAuthorsAdded; DROP TRIGGER bookAuthorsRemoved; DROP TRIGGER bookSeriesAdded; DROP TRIGGER bookSeriesRemoved;
DROP TRIGGER libraryItemsAdded; DROP TRIGGER libraryItemsRemoved; DROP TRIGGER libraryItemsMoved;
DROP TRIGGER itemValuesAdded; DROP TRIGGER itemValuesRemoved;
DROP INDEX authorsByNumBooks; DROP INDEX authorsNames; DROP INDEX authorsEmpty; ALTER TABLE authors DROP COLUMN numBooks;
DROP INDEX seriesByNumBooks; DROP INDEX seriesNames; DROP INDEX seriesEmpty; ALTER TABLE series DROP COLUMN numBooks;
DROP TABLE itemCounts; DROP TABLE valueCounts; ALTER TABLE itemValues DROP COLUMN libraryId;
DROP INDEX libraryItemsAlone; DROP INDEX libraryItemsPresent; DROP INDEX libraryItemsWithIssues; DROP INDEX libraryItemsByLanguage; DROP INDEX libraryItemsByPublisher;
`;
