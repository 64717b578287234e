import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { listeningSession } from './listening-session.ts';

const counted = z.object({ id: z.string(), name: z.string(), count: z.number() });

export const libraryStats = z.object({
  largestItems: z.array(z.object({ id: z.string(), title: z.nullable(z.string()), size: z.number() })),
  longestItems: z.array(z.object({ id: z.string(), title: z.nullable(z.string()), duration: z.number() })),
  totalAuthors: z.optional(z.number()),
  authorsWithCount: z.optional(z.array(counted)),
  totalGenres: z.number(),
  genresWithCount: z.array(z.object({ genre: z.string(), count: z.number() })),
  totalItems: z.number(),
  totalSize: z.number(),
  totalDuration: z.number(),
  numAudioTracks: z.number(),
});
export type LibraryStats = z.output<typeof libraryStats>;

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

const names = z.nullish(tolerantList(z.string()));

/** Metadata at the time of the session: authors, narrators and genres of a book, author and genres of a podcast. */
const heardMetadata = z.object({
  title: z.nullish(z.string()),
  authors: z.nullish(tolerantList(z.object({ name: z.string() }))),
  author: z.nullish(z.string()),
  narrators: names,
  genres: names,
});

/** Seconds; days as `yyyy-MM-dd`, weekdays by their English name. */
export const listeningStats = z.object({
  totalTime: z.number(),
  items: z.record(
    z.string(),
    z.object({
      id: z.string(),
      timeListening: z.number(),
      mediaMetadata: z.nullish(heardMetadata),
    }),
  ),
  days: z.record(z.string(), z.number()),
  dayOfWeek: z.record(z.string(), z.number()),
  today: z.number(),
  recentSessions: tolerantList(listeningSession),
});
export type ListeningStats = z.output<typeof listeningStats>;
