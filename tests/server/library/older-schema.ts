import { searchTables } from '../../../server/store/tables/search.ts';

/** Undoes the ninth schema: the search has the tables of the fifth again. */
export const WITHOUT_FOLDED = `
DROP INDEX libraryItemsExplicit;
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

/** Undoes the eleventh schema: keys from 1 on, and a column for the kind in the index of the search. */
export const WITHOUT_RANGES = `
DROP INDEX libraryItemsExplicit;
DROP TRIGGER searchTextsAdded; DROP TRIGGER searchTextsChanged; DROP TRIGGER searchTextsRemoved; DROP TABLE searchIndex;
UPDATE searchTexts SET key = (SELECT count(*) FROM searchTexts t WHERE t.key <= searchTexts.key);
CREATE VIRTUAL TABLE searchIndex USING fts5(own, rest, kind, content = 'searchTexts', content_rowid = 'key', tokenize = 'trigram case_sensitive 1');
INSERT INTO searchIndex (searchIndex) VALUES ('rebuild');
CREATE TRIGGER searchTextsAdded AFTER INSERT ON searchTexts BEGIN SELECT 1; END;
CREATE TRIGGER searchTextsChanged AFTER UPDATE ON searchTexts BEGIN SELECT 1; END;
CREATE TRIGGER searchTextsRemoved AFTER DELETE ON searchTexts BEGIN SELECT 1; END;
PRAGMA user_version = 10;
`;
