import { z } from './zod.ts';

const names = z.array(z.string());

const itemDetails = z.object({
  title: z.string(),
  subtitle: z.string(),
  authors: names,
  narrators: names,
  series: z.array(z.object({ name: z.string(), sequence: z.string() })),
  genres: names,
  tags: names,
  publishedYear: z.string(),
  publisher: z.string(),
  language: z.string(),
  isbn: z.string(),
  asin: z.string(),
  description: z.string(),
  explicit: z.boolean(),
  abridged: z.boolean(),
  author: z.string(),
  feedUrl: z.string(),
  releaseDate: z.string(),
  itunesId: z.string(),
  type: z.string(),
});

const clashingDetails = z._default(z.array(z.keyof(itemDetails)), []);

/** Unsaved edits: kept over a reload. `base`: the original details. */
export const itemDraft = z.object({
  itemId: z.string(),
  base: itemDetails,
  details: itemDetails,
  clashes: clashingDetails,
  typed: z.record(z.string(), z.string()),
});
export type ItemDraft = z.output<typeof itemDraft>;

/** Items around the edited one, in the order of their shelf: kept over a reload. */
export const editedList = z.array(z.object({ id: z.string(), title: z.string() }));

const timedTitles = z.array(z.object({ start: z.number(), title: z.string() }));

/** Unsaved chapters: kept over a reload. `base`: their original. */
export const chapterDraft = z.object({ itemId: z.string(), base: timedTitles, rows: timedTitles });
export type ChapterDraft = z.output<typeof chapterDraft>;

/** An unsaved cover: kept over a reload. `key`: of a file that the browser keeps. */
export const keptCover = z.object({
  itemId: z.string(),
  candidate: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), key: z.string() }),
    z.object({ kind: z.literal('address'), url: z.string() }),
    z.object({ kind: z.literal('local'), ino: z.string(), path: z.string(), name: z.string() }),
  ]),
});
export type KeptCover = z.output<typeof keptCover>;

const episodeDetails = z.object({
  season: z.string(),
  episode: z.string(),
  episodeType: z.string(),
  /** As `2026-03-24`, local time. */
  day: z.string(),
  time: z.string(),
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
});

/** Unsaved edits of an episode: kept over a reload. `base`: the original details. */
export const episodeDraft = z.object({
  libraryItemId: z.string(),
  episodeId: z.string(),
  base: episodeDetails,
  details: episodeDetails,
  clashes: z._default(z.array(z.keyof(episodeDetails)), []),
});
export type EpisodeDraft = z.output<typeof episodeDraft>;

const text = z.string();
const texts = z.array(z.string());

const matchResult = z.object({
  title: text,
  subtitle: text,
  author: text,
  narrator: text,
  publisher: text,
  publishedYear: text,
  description: text,
  covers: texts,
  series: z.array(z.object({ name: text, sequence: text })),
  genres: texts,
  tags: texts,
  language: text,
  isbn: text,
  asin: text,
  explicit: z.nullable(z.boolean()),
  abridged: z.nullable(z.boolean()),
  minutes: z.nullable(z.number()),
  itunesId: text,
  feedUrl: text,
  itunesPageUrl: text,
  releaseDate: text,
});

/** An unsaved match: kept over a reload. Values and ticks by field. */
export const keptMatch = z.object({
  itemId: text,
  chosen: matchResult,
  values: z.record(z.string(), z.union([text, z.boolean()])),
  ticks: z.record(z.string(), z.boolean()),
});
export type KeptMatch = z.output<typeof keptMatch>;

const order = z.array(z.object({ ino: z.string(), isOut: z.boolean() }));

/** An unsaved order of tracks: kept over a reload. `base`: the original. */
export const orderDraft = z.object({
  itemId: z.string(),
  base: order,
  order,
  isOutdated: z._default(z.boolean(), false),
});
export type OrderDraft = z.output<typeof orderDraft>;

const choice = z.enum([
  'everyMinute',
  'every15Minutes',
  'every30Minutes',
  'hourly',
  'every2Hours',
  'every6Hours',
  'every12Hours',
  'daily',
  'weekly',
]);

/** An unsaved schedule: kept over a reload. `base`: the original. Numbers are null while their field is empty. */
export const keptSchedule = z.object({
  itemId: z.string(),
  base: z.object({
    isOn: z.boolean(),
    schedule: z.nullable(z.string()),
    mostKept: z.number(),
    mostNew: z.number(),
  }),
  isOn: z.boolean(),
  draft: z.object({
    mode: z.enum(['simple', 'advanced']),
    choice,
    time: z.string(),
    weekdays: z.array(z.number()),
    text: z.string(),
  }),
  mostKept: z.nullable(z.number()),
  mostNew: z.nullable(z.number()),
});
export type KeptSchedule = z.output<typeof keptSchedule>;

const typedText = z.optional(z.string());

const someDetails = z.partial(itemDetails);

const batchItem = z.object({
  id: z.string(),
  changed: someDetails,
  typed: z.object({ authors: typedText, narrators: typedText, genres: typedText, tags: typedText, series: typedText }),
  base: someDetails,
  clashes: clashingDetails,
});

/** Unsaved edits of several items: kept over a reload. */
export const batchDraft = z.object({ ids: z.array(z.string()), drafts: z.array(batchItem) });
export type BatchDraft = z.output<typeof batchDraft>;
