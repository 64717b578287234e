import { accepted } from '../../schemas/api/common.ts';
import { mediaProgress } from '../../schemas/api/progress.ts';
import { user } from '../../schemas/api/user.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** A book, or an episode: a podcast without `episodeId` crashes the server. */
export interface MediaKey {
  readonly libraryItemId: string;
  readonly episodeId?: string | null;
}

export type ProgressChange = Body<'me.updateProgress'>;

function progressPath({ libraryItemId, episodeId }: MediaKey): string {
  const path = `/api/me/progress/${encodeURIComponent(libraryItemId)}`;
  return episodeId == null ? path : `${path}/${encodeURIComponent(episodeId)}`;
}

export const getMe = defineEndpoint()({
  name: 'me.one',
  method: 'GET',
  path: () => '/api/me',
  output: user,
});

/** 404 without progress. */
export const getProgress = defineEndpoint<MediaKey>()({
  name: 'me.progress',
  method: 'GET',
  path: progressPath,
  output: mediaProgress,
});

/** Sends changed fields only. 404 for an unknown item or episode. The account follows as `user_updated`. */
export const updateProgress = defineEndpoint<MediaKey & { readonly change: ProgressChange }>()({
  name: 'me.updateProgress',
  method: 'PATCH',
  path: progressPath,
  body: ({ change }) => change,
  output: accepted,
  answer: 'text',
  keepalive: true,
});

/** 400 for an empty list. */
export const updateProgressBatch = defineEndpoint<{ readonly changes: Body<'me.updateProgressBatch'> }>()({
  name: 'me.updateProgressBatch',
  method: 'PATCH',
  path: () => '/api/me/progress/batch/update',
  body: ({ changes }) => changes,
  output: accepted,
  answer: 'text',
});

/** `progressId`: id of the progress entry. No error for an unknown one. */
export const deleteProgress = defineEndpoint<{ readonly progressId: string }>()({
  name: 'me.deleteProgress',
  method: 'DELETE',
  path: ({ progressId }) => `/api/me/progress/${encodeURIComponent(progressId)}`,
  output: accepted,
  answer: 'text',
});

/** `progressId`: id of the progress entry. A GET that changes data. */
export const hideProgressFromContinueListening = defineEndpoint<{ readonly progressId: string }>()({
  name: 'me.hideProgress',
  method: 'GET',
  path: ({ progressId }) => `/api/me/progress/${encodeURIComponent(progressId)}/remove-from-continue-listening`,
  output: user,
  changesData: true,
});

/** A GET that changes data. */
export const hideSeriesFromContinueListening = defineEndpoint<{ readonly seriesId: string }>()({
  name: 'me.hideSeries',
  method: 'GET',
  path: ({ seriesId }) => `/api/me/series/${encodeURIComponent(seriesId)}/remove-from-continue-listening`,
  output: user,
  changesData: true,
});

/** Undoes {@link hideSeriesFromContinueListening}. A GET that changes data. */
export const readdSeriesToContinueListening = defineEndpoint<{ readonly seriesId: string }>()({
  name: 'me.readdSeries',
  method: 'GET',
  path: ({ seriesId }) => `/api/me/series/${encodeURIComponent(seriesId)}/readd-to-continue-listening`,
  output: user,
  changesData: true,
});
