import { fromCallback, type EventObject } from 'xstate';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { deleteItems, quickMatchItems, scanItems, updateItems } from '../../../services/endpoints/item-batch.ts';
import { removeCover } from '../../../services/endpoints/item-editing.ts';
import { embedMetadataBatch } from '../../../services/endpoints/item-tools.ts';
import { deleteEpisode } from '../../../services/endpoints/podcast-admin.ts';
import { uploadCover } from '../../../services/endpoints/uploads.ts';
import { createUrls } from '../../../services/urls.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import { requestToken } from '../../kit/token.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import { lookBefore } from '../quick-match/look-before.ts';
import type { MatchesBefore } from '../quick-match/match-report.logic.ts';
import { areEpisodes } from '../../browse/selection/actions.logic.ts';
import { jobParts } from './batch.logic.ts';
import { mediaOf } from '../../browse/selection/selection.logic.ts';
import type { Job, PickedItem } from '../../browse/selection/selection.protocol.ts';

export interface SenderInput {
  readonly job: Job;
  readonly picked: readonly PickedItem[];
}

export type SenderReport =
  | { type: 'batch.partSettled'; ids: readonly string[]; error: AppError | null }
  | { type: 'batch.looked'; before: MatchesBefore }
  | { type: 'batch.allSettled' };

/** Sends a job in parts. A failed part stops the others only when the server cannot be reached. */
export const batchSender = fromCallback<EventObject, SenderInput>(({ input, sendBack, system }) => {
  let isStopped = false;
  const controller = new AbortController();
  const { signal } = controller;
  const report = (event: SenderReport) => {
    if (!isStopped) sendBack(event);
  };

  async function run() {
    let lost: AppError | null = null;
    for (const part of jobParts(input.job.kind, input.picked)) {
      if (isStopped) return;
      let error: AppError | null = lost;
      if (!lost) {
        try {
          if (input.job.kind === 'quickMatch') {
            const ids = part.map(({ id }) => id);
            const before = await lookBefore(getPorts(system), ids, input.job.options?.overrideCover !== false, signal);
            report({ type: 'batch.looked', before });
          }
          await send(input.job, part, system);
        } catch (cause) {
          error = toAppError(cause);
          if (error.kind === 'network') lost = error;
        }
      }
      report({ type: 'batch.partSettled', ids: part.map(({ id }) => id), error });
    }
    report({ type: 'batch.allSettled' });
  }

  void run();
  return () => {
    isStopped = true;
    controller.abort();
  };
});

async function send(job: Job, part: readonly PickedItem[], system: System): Promise<void> {
  const { api } = getPorts(system);
  const ids = part.map(({ id }) => id);
  switch (job.kind) {
    case 'delete':
      if (areEpisodes(part)) await removeEpisodes(part.map(mediaOf), job.hard === true, system);
      else await api.call(deleteItems, { itemIds: ids, hard: job.hard === true });
      return;
    case 'embed':
      await api.call(embedMetadataBatch, { itemIds: ids, backup: true });
      return;
    case 'scan':
      await api.call(scanItems, { itemIds: ids });
      return;
    case 'quickMatch':
      await api.call(quickMatchItems, { itemIds: ids, options: job.options ?? {} });
      return;
    case 'download':
      await download(ids, part[0]?.item?.libraryId ?? '', system);
      return;
    case 'restoreNarrators':
      await api.call(updateItems, {
        updates: ids.map((id) => ({
          id,
          mediaPayload: { metadata: { narrators: [...(job.before.get(id) ?? [])] } },
        })),
      });
      return;
    case 'restoreDetails':
      await api.call(updateItems, { updates: ids.map((id) => ({ id, mediaPayload: job.before.get(id) ?? {} })) });
      for (const id of ids) await restoreCover(id, job.covers?.get(id), system);
      return;
    case 'play':
    case 'queue':
    case 'edit':
    case 'addToList':
    case 'finish':
    case 'unfinish':
      return;
  }
}

async function restoreCover(id: string, cover: Blob | null | undefined, system: System): Promise<void> {
  const { api, files } = getPorts(system);
  if (cover === null) await api.call(removeCover, { id });
  // The server reads the type from the ending of the name.
  else if (cover)
    await files.upload(uploadCover, {
      id,
      file: new File([cover], `cover.${cover.type.split('/')[1] ?? 'jpg'}`, { type: cover.type }),
    });
}

async function removeEpisodes(media: readonly MediaRef[], hard: boolean, system: System): Promise<void> {
  for (const { libraryItemId: id, episodeId } of media)
    if (episodeId !== null) await getPorts(system).api.call(deleteEpisode, { id, episodeId, hard });
}

async function download(ids: readonly string[], libraryId: string, system: System): Promise<void> {
  const { baseUrl, page } = getPorts(system);
  const token = await requestToken(system);
  page.download(createUrls(baseUrl).itemsDownload(libraryId, ids, token));
}
