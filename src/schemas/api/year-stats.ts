import { z } from '../zod.ts';

const timeByName = z.array(z.object({ name: z.string(), time: z.number() }));
const timeByGenre = z.array(z.object({ genre: z.string(), time: z.number() }));

export const userYearStats = z.object({
  totalListeningSessions: z.number(),
  totalListeningTime: z.number(),
  totalBookListeningTime: z.number(),
  totalPodcastListeningTime: z.number(),
  topAuthors: timeByName,
  topGenres: timeByGenre,
  mostListenedNarrator: z.nullable(z.object({ name: z.string(), time: z.number() })),
  mostListenedMonth: z.nullable(z.object({ month: z.number(), time: z.number() })),
  numBooksFinished: z.number(),
  numBooksListened: z.number(),
  longestAudiobookFinished: z.nullable(
    z.object({ id: z.string(), title: z.string(), duration: z.number(), finishedAt: z.nullish(z.string()) }),
  ),
  booksWithCovers: z.array(z.string()),
  finishedBooksWithCovers: z.array(z.string()),
});
export type UserYearStats = z.output<typeof userYearStats>;

export const serverYearStats = z.object({
  numListeningSessions: z.number(),
  numBooksAdded: z.number(),
  numAuthorsAdded: z.number(),
  totalBooksAddedSize: z.number(),
  totalBooksAddedDuration: z.number(),
  booksAddedWithCovers: z.array(z.string()),
  totalBooksSize: z.number(),
  totalBooksDuration: z.number(),
  totalListeningTime: z.number(),
  numBooks: z.number(),
  topAuthors: timeByName,
  topNarrators: timeByName,
  topGenres: timeByGenre,
});
export type ServerYearStats = z.output<typeof serverYearStats>;

const mediaTotals = z.object({ totalSize: z.number(), numItems: z.number(), numAudioFiles: z.number() });

/** Bytes. */
export const serverStats = z.object({ books: mediaTotals, podcasts: mediaTotals, total: mediaTotals });
export type ServerStats = z.output<typeof serverStats>;
