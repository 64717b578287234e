import { fromCallback, type NonReducibleUnknown } from 'xstate';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import {
  deleteProgress,
  getProgress,
  hideProgressFromContinueListening,
  hideSeriesFromContinueListening,
  readdSeriesToContinueListening,
  updateProgress,
} from '../../services/endpoints/me.ts';
import { getPorts, type Ports } from '../app/ports.ts';
import { untilAnswered } from './ledger.readers.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import { isSuperseded } from './progress.logic.ts';
import type { Saving } from './progress.protocol.ts';

export type SaverCommand =
  | { type: 'saver.save'; media: MediaRef; saving: Saving }
  | { type: 'saver.saveSeries'; seriesId: string; isHidden: boolean };

/**
 * `found` is the entry as the server has it after the call: null for none, undefined when that could not be learned.
 */
export type SaverReport =
  | { type: 'saver.saved'; media: MediaRef; found: MediaProgress | null | undefined }
  | { type: 'saver.failed'; media: MediaRef; found: MediaProgress | null | undefined; error: AppError }
  /** The account has this place of an ebook, or a newer one. */
  | { type: 'saver.placeSettled'; media: MediaRef; location: string }
  /** Nothing answers: the place is kept in this browser, and goes to the account later. */
  | { type: 'saver.postponed'; media: MediaRef }
  | { type: 'saver.seriesSaved'; seriesId: string }
  | { type: 'saver.seriesFailed'; seriesId: string; error: AppError };

/**
 * Saves edits one after the other, so that the last press wins on the server as it does on the screen. The id of an
 * entry is requested when it is needed: the one known here may be missing or of an entry that is no more, and the
 * server calls the deletion of an unknown one a success.
 */
export const progressSaver = fromCallback<SaverCommand, NonReducibleUnknown>(({ receive, sendBack, system }) => {
  const { api } = getPorts(system);
  const report = (event: SaverReport) => sendBack(event);
  let last: Promise<unknown> = Promise.resolve();

  async function save(media: MediaRef, saving: Saving) {
    // A position that arrives after an edit would take the finished mark away.
    await untilAnswered(system, media);
    try {
      await run(api, media, saving);
      if (saving.kind === 'read') report({ type: 'saver.placeSettled', media, location: saving.location });
      report({ type: 'saver.saved', media, found: saving.kind === 'delete' ? null : await learn(media) });
    } catch (cause) {
      const error = toAppError(cause);
      if (saving.kind === 'read' && UNANSWERED.has(error.kind)) return report({ type: 'saver.postponed', media });
      report({ type: 'saver.failed', media, found: await learn(media), error });
    }
  }

  async function learn(media: MediaRef): Promise<MediaProgress | null | undefined> {
    try {
      return await findEntry(api, media);
    } catch {
      return undefined;
    }
  }

  async function saveSeries(seriesId: string, isHidden: boolean) {
    try {
      await api.call(isHidden ? hideSeriesFromContinueListening : readdSeriesToContinueListening, { seriesId });
      report({ type: 'saver.seriesSaved', seriesId });
    } catch (cause) {
      report({ type: 'saver.seriesFailed', seriesId, error: toAppError(cause) });
    }
  }

  receive((command) => {
    last = last.then(() =>
      command.type === 'saver.save'
        ? save(command.media, command.saving)
        : saveSeries(command.seriesId, command.isHidden),
    );
  });
});

/** Nothing answered: it may come through later. */
const UNANSWERED: ReadonlySet<AppError['kind']> = new Set(['network', 'timeout', 'aborted']);

async function run(api: Ports['api'], media: MediaRef, saving: Saving): Promise<void> {
  if (saving.kind === 'change') {
    for (const change of saving.changes) await api.call(updateProgress, { ...media, change });
    return;
  }
  if (saving.kind === 'read') {
    const { location, share, unless } = saving;
    if (unless && isSuperseded(unless, await findEntry(api, media))) return;
    await api.call(updateProgress, { ...media, change: { ebookLocation: location, ebookProgress: share } });
    return;
  }
  const entry = await findEntry(api, media);
  if (!entry) return;
  if (saving.kind === 'delete') await api.call(deleteProgress, { progressId: entry.id });
  else await api.call(hideProgressFromContinueListening, { progressId: entry.id });
}

async function findEntry(api: Ports['api'], media: MediaRef): Promise<MediaProgress | null> {
  try {
    return await api.call(getProgress, media);
  } catch (cause) {
    if (toAppError(cause).kind === 'notFound') return null;
    throw cause;
  }
}
