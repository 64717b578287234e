import type { User } from '../../../schemas/api/user.ts';
import type { ChangeBody, PendingChange } from '../../../schemas/pending-change.ts';
import { AppException } from '../../../schemas/app-error.ts';
import { createBookmark, deleteBookmark, updateBookmark } from '../../../services/endpoints/account.ts';
import {
  deleteProgress,
  getMe,
  getProgress,
  hideProgressFromContinueListening,
  hideSeriesFromContinueListening,
  readdSeriesToContinueListening,
  updateProgress,
  updateProgressBatch,
} from '../../../services/endpoints/me.ts';
import { getPorts, type Ports, type System } from '../../kit/ports.ts';
import { getUnsavedPosition, untilAnswered } from '../progress/ledger.readers.ts';
import { unlessMissing } from '../../kit/failure.logic.ts';
import type { MediaList } from '../../browse/media-lists/media-list.logic.ts';
import { keyOf } from '../../kit/media.logic.ts';
import { isSuperseded, type ProgressMap, toProgressMap } from '../progress/progress.logic.ts';
import { isCreation } from './pending-changes.logic.ts';
import type { ChangeAnswer } from './pending-changes.protocol.ts';
import type { MediaProgress } from '../../../schemas/api/progress.ts';

type Api = Ports['api'];
type Of<Kind extends ChangeBody['kind']> = Extract<ChangeBody, { kind: Kind }>;

/** Loads with the pages that change lists. */
const loadListCalls = () => import('../../browse/media-lists/list-calls.ts');

/** Records the ids of existing lists before a creation, so that a retry can find the new one. */
export async function prepare(system: System, { body, known }: PendingChange): Promise<PendingChange['known']> {
  if (known || body.kind !== 'list' || !isCreation(body)) return known;
  const { readLists } = await loadListCalls();
  return (await readLists(getPorts(system).api, newListOf(body.job))).map(({ id }) => id);
}

/** Copying a collection creates a playlist. */
const newListOf = ({ kind, list }: Of<'list'>['job']) => ({
  ...list,
  kind: kind === 'copy' ? ('playlist' as const) : list.kind,
});

/** Sends a change, a retry only if its result is missing. Returns the server's version. `isWhole`: no part follows. */
export async function send(system: System, change: PendingChange, isWhole: boolean): Promise<ChangeAnswer> {
  const { api } = getPorts(system);
  const { body } = change;
  switch (body.kind) {
    case 'progress':
      return saveProgress(system, body, change.at);
    case 'progressOfMany':
      await saveMany(system, body.edits, change.at);
      return isWhole ? learnAll(api) : undefined;
    case 'series':
      await api.call(body.isHidden ? hideSeriesFromContinueListening : readdSeriesToContinueListening, {
        seriesId: body.seriesId,
      });
      return undefined;
    case 'bookmark':
      await saveBookmark(api, body.job);
      return undefined;
    case 'list':
      return saveList(api, body, change);
  }
}

/** The server's version after a refusal; undefined if unknown. */
export async function learnAfter(api: Api, body: ChangeBody): Promise<ChangeAnswer> {
  if (body.kind === 'progress') return learn(api, body.media);
  if (body.kind === 'progressOfMany') return learnAll(api);
  return body.kind === 'list' ? null : undefined;
}

type MediaEdit = Of<'progressOfMany'>['edits'][number];

/** One request for all updates, then one for each other edit. Safe to repeat. */
async function saveMany(system: System, edits: readonly MediaEdit[], at: number): Promise<void> {
  await Promise.all(edits.map(({ media }) => untilAnswered(system, media)));
  const changes = edits.flatMap(({ media: { libraryItemId, episodeId }, saving }) =>
    saving.kind === 'change'
      ? saving.changes.map((change) => ({ libraryItemId, ...(episodeId === null ? {} : { episodeId }), ...change }))
      : [],
  );
  const { api } = getPorts(system);
  if (changes.length > 0) await api.call(updateProgressBatch, { changes });
  const others = edits.filter(({ saving }) => saving.kind !== 'change');
  if (others.length === 0) return;
  const entries = toProgressMap((await api.call(getMe, undefined)).mediaProgress.items);
  for (const edit of others) await saveProgress(system, edit, at, entries);
}

async function saveProgress(
  system: System,
  { media, saving }: MediaEdit,
  at: number,
  entries?: ProgressMap,
): Promise<MediaProgress | null | undefined> {
  const { api } = getPorts(system);
  // A position that arrives after an edit would clear the finished mark.
  await untilAnswered(system, media);
  if (saving.kind === 'reach' && getUnsavedPosition(system, media) !== null)
    throw new AppException({ kind: 'server', status: 503, message: 'The position comes first' });
  if (saving.kind === 'change') {
    for (const change of saving.changes) await api.call(updateProgress, { ...media, change });
    return learn(api, media);
  }
  if (saving.kind === 'read') {
    const { location, share, over } = saving;
    // Another device can overtake only a place that waited.
    if (getPorts(system).clock.now() - at > WAITED_MS) {
      const found = await findEntry(api, media);
      if (found?.ebookLocation === location || isSuperseded({ at, over }, found)) return found;
    }
    await api.call(updateProgress, { ...media, change: { ebookLocation: location, ebookProgress: share } });
    return learn(api, media);
  }
  const entry = entries ? entries[keyOf(media)] : await findEntry(api, media);
  if (!entry) return null;
  if (saving.kind === 'reach') {
    if (entry.isFinished || entry.currentTime < saving.currentTime - SAME_PLACE_S) return entry;
    await api.call(updateProgress, { ...media, change: { isFinished: true } });
    return learn(api, media);
  }
  if (saving.kind === 'delete') await api.call(deleteProgress, { progressId: entry.id });
  else await api.call(hideProgressFromContinueListening, { progressId: entry.id });
  return saving.kind === 'delete' ? null : learn(api, media);
}

/** In seconds; the server may round. */
const SAME_PLACE_S = 1;

/** A place older than this, in ms, has waited. */
const WAITED_MS = 3000;

const learn = (api: Api, media: MediaEdit['media']) => orUnknown(findEntry(api, media));
const learnAll = (api: Api) => orUnknown<User>(api.call(getMe, undefined));

async function orUnknown<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch {
    return undefined;
  }
}

const findEntry = (api: Api, media: MediaEdit['media']) => unlessMissing<MediaProgress>(api.call(getProgress, media));

function saveBookmark(api: Api, { kind, bookmark }: Of<'bookmark'>['job']): Promise<unknown> {
  const { libraryItemId, time, title } = bookmark;
  switch (kind) {
    case 'create':
      return api.call(createBookmark, { libraryItemId, time, title });
    case 'update':
      return api.call(updateBookmark, { libraryItemId, time, title });
    case 'remove':
      return unlessMissing(api.call(deleteBookmark, { libraryItemId, time }));
  }
}

async function saveList(api: Api, { job }: Of<'list'>, { attempts, known }: PendingChange): Promise<MediaList | null> {
  const { findMade, runJob, runUnlessDone } = await loadListCalls();
  if (attempts <= 1) return runJob(api, job);
  if (known) return (await findMade(api, newListOf(job), known)) ?? runJob(api, job);
  const run = runUnlessDone(api, job);
  // The list may have been removed already.
  return job.kind === 'delete' || job.kind === 'remove' ? unlessMissing(run) : run;
}
