import { bookmark, mediaProgress } from './api/progress.ts';
import { z } from './zod.ts';

const mediaRef = z.object({ libraryItemId: z.string(), episodeId: z.nullable(z.string()) });
const share = z.number().check(z.gte(0), z.lte(1));

const progressChange = z.object({
  currentTime: z.exactOptional(z.number()),
  duration: z.exactOptional(z.number()),
  progress: z.exactOptional(z.number()),
  isFinished: z.exactOptional(z.boolean()),
  hideFromContinueListening: z.exactOptional(z.boolean()),
  startedAt: z.exactOptional(z.number()),
  finishedAt: z.exactOptional(z.number()),
  ebookLocation: z.exactOptional(z.string()),
  ebookProgress: z.exactOptional(z.number()),
  lastUpdate: z.exactOptional(z.number()),
});

export const progressEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['finish', 'unfinish', 'reset', 'hide']) }),
  z.object({ kind: z.literal('show'), lastUpdate: z.number() }),
  z.object({ kind: z.literal('read'), location: z.string(), share }),
  z.object({ kind: z.literal('restore'), entry: z.nullable(mediaProgress) }),
]);

const progressSaving = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), changes: z.readonly(z.array(progressChange)) }),
  /** `over`: the previous place of the account. */
  z.object({ kind: z.literal('read'), location: z.string(), share, over: z.nullable(z.string()) }),
  /** Heard to the end, in seconds: finished, unless the account's position is elsewhere by then. */
  z.object({ kind: z.literal('reach'), currentTime: z.number() }),
  z.object({ kind: z.enum(['delete', 'hide']) }),
]);

const mediaEdit = { media: mediaRef, edit: progressEdit, saving: progressSaving };

const entries = z.readonly(z.array(mediaRef));
const list = z.object({
  kind: z.enum(['collection', 'playlist']),
  id: z.string(),
  libraryId: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  entries,
});

const listJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['add', 'restore', 'reorder']), list, entries }),
  z.object({ kind: z.literal('remove'), list, entries, title: z.nullable(z.string()) }),
  z.object({ kind: z.enum(['delete', 'create', 'recreate', 'copy']), list }),
  z.object({
    kind: z.literal('edit'),
    list,
    change: z.object({ name: z.string(), description: z.nullable(z.string()) }),
  }),
]);

const bookmarkJob = z.object({
  kind: z.enum(['create', 'update', 'remove']),
  bookmark,
  isUntitled: z.exactOptional(z.literal(true)),
});

export const changeBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), ...mediaEdit }),
  /** Several at once; `count` is of those that it began with. */
  z.object({
    kind: z.literal('progressOfMany'),
    edits: z.readonly(z.array(z.object(mediaEdit))),
    count: z.number(),
  }),
  z.object({ kind: z.literal('series'), seriesId: z.string(), isHidden: z.boolean() }),
  z.object({ kind: z.literal('bookmark'), job: bookmarkJob }),
  z.object({ kind: z.literal('list'), job: listJob }),
]);
export type ChangeBody = z.output<typeof changeBody>;

/**
 * A change without confirmation. `at` (ms) and `number` order the changes of one browser. `attempts` counts before
 * sending.
 */
export const pendingChange = z.object({
  id: z.string().check(z.minLength(1)),
  userId: z.string(),
  at: z.number(),
  number: z.number(),
  attempts: z.number(),
  /** Ids of lists before the first attempt to create one: a new list then is this one. */
  known: z.nullable(z.readonly(z.array(z.string()))),
  body: changeBody,
});
export type PendingChange = z.output<typeof pendingChange>;
