import type { WordedCard } from '../../src/machines/admin/year-review/year-review.machine.ts';
import type { ServerYearStats, UserYearStats } from '../../src/schemas/api/stats.ts';

export const emptyYear: UserYearStats = {
  totalListeningSessions: 0,
  totalListeningTime: 0,
  totalBookListeningTime: 0,
  totalPodcastListeningTime: 0,
  topAuthors: [],
  topGenres: [],
  mostListenedNarrator: null,
  mostListenedMonth: null,
  numBooksFinished: 0,
  numBooksListened: 0,
  longestAudiobookFinished: null,
  booksWithCovers: [],
  finishedBooksWithCovers: [],
};

export const ownYear: UserYearStats = {
  ...emptyYear,
  totalListeningSessions: 11,
  totalListeningTime: 7200,
  topAuthors: [
    { name: 'Aesop', time: 100 },
    { name: 'Jane Austen', time: 50 },
  ],
  topGenres: [{ genre: 'Fables', time: 100 }],
  mostListenedNarrator: { name: 'Carl Reader', time: 100 },
  mostListenedMonth: { month: 10, time: 100 },
  numBooksFinished: 3,
  numBooksListened: 4,
  booksWithCovers: ['b1', 'b2', 'b3'],
  finishedBooksWithCovers: ['f1', 'f2'],
};

export const serverYear: ServerYearStats = {
  numListeningSessions: 22,
  numBooksAdded: 55,
  numAuthorsAdded: 32,
  totalBooksAddedSize: 34_468_890,
  totalBooksAddedDuration: 6104,
  booksAddedWithCovers: ['a1'],
  totalBooksSize: 34_468_890,
  totalBooksDuration: 6104,
  totalListeningTime: 868,
  numBooks: 55,
  topAuthors: [{ name: 'Aesop', time: 62 }],
  topNarrators: [{ name: 'Ann Elk', time: 42 }],
  topGenres: [{ genre: 'Fables', time: 62 }],
};

export const wordedCard: WordedCard = {
  name: 'Earmark 2025 Highlights.png',
  picture: {
    width: 800,
    height: 800,
    title: '2025 in review',
    subtitle: 'root on Earmark',
    figures: [{ value: '3', label: 'books finished' }],
    lists: [],
    covers: [],
    background: [],
  },
};
