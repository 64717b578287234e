import { fromCallback, type EventObject } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { downloadEpisodes } from '../../services/endpoints/podcast-admin.ts';
import { getPorts } from '../app/ports.ts';
import type { FeedRow } from './feed-rows.logic.ts';

export interface EpisodeSenderInput {
  /** Of the library item. */
  readonly id: string;
  readonly parts: readonly (readonly FeedRow[])[];
}

export type EpisodeSenderReport =
  { type: 'sender.partSettled'; rows: readonly FeedRow[]; error: AppError | null } | { type: 'sender.allSettled' };

/** Sends episodes to the download queue in parts; a failed part does not stop the others. */
export const episodeSender = fromCallback<EventObject, EpisodeSenderInput>(({ input, sendBack, system }) => {
  const stop = new AbortController();
  const { api } = getPorts(system);

  async function run() {
    for (const rows of input.parts) {
      let error: AppError | null = null;
      try {
        const episodes = rows.map(({ episode }) => episode);
        await api.call(downloadEpisodes, { id: input.id, episodes }, stop.signal);
      } catch (cause) {
        error = toAppError(cause);
      }
      if (stop.signal.aborted) return;
      sendBack({ type: 'sender.partSettled', rows, error } satisfies EpisodeSenderReport);
    }
    sendBack({ type: 'sender.allSettled' } satisfies EpisodeSenderReport);
  }

  void run();
  return () => stop.abort();
});
