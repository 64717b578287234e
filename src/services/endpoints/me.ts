import { accepted } from '../../schemas/api/acknowledgement.ts';
import { mediaProgress } from '../../schemas/api/media-progress.ts';
import { user } from '../../schemas/api/user.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/**
 * What a book (`episodeId` left out) or an episode of a podcast (never without it: the server would exit) is known
 * by.
 */
export interface MediaKey {
  readonly libraryItemId: string;
  readonly episodeId?: string | null;
}

/** Changes to media progress: only what is sent. */
export type ProgressChange = Body<'me.updateProgress'>;

function progressPath({ libraryItemId, episodeId }: MediaKey): string {
  const path = `/api/me/progress/${encodeURIComponent(libraryItemId)}`;
  return episodeId == null ? path : `${path}/${encodeURIComponent(episodeId)}`;
}

/** Any user: the own account. */
export const getMe = defineEndpoint()({
  name: 'me.one',
  method: 'GET',
  path: () => '/api/me',
  output: user,
});

/** Any user. 404 when there is no progress yet. */
export const getProgress = defineEndpoint<MediaKey>()({
  name: 'me.progress',
  method: 'GET',
  path: progressPath,
  output: mediaProgress,
});

/** Any user. 404 for an unknown item or episode. The whole account follows as `user_updated`. */
export const updateProgress = defineEndpoint<MediaKey & { readonly change: ProgressChange }>()({
  name: 'me.updateProgress',
  method: 'PATCH',
  path: progressPath,
  body: ({ change }) => change,
  output: accepted,
  answer: 'text',
  keepalive: true,
});

/** Any user: several entries at once. 400 for an empty list. */
export const updateProgressBatch = defineEndpoint<{ readonly changes: Body<'me.updateProgressBatch'> }>()({
  name: 'me.updateProgressBatch',
  method: 'PATCH',
  path: () => '/api/me/progress/batch/update',
  body: ({ changes }) => changes,
  output: accepted,
  answer: 'text',
});

/** Any user; `progressId` is the id of the progress entry. An unknown one is no error. */
export const deleteProgress = defineEndpoint<{ readonly progressId: string }>()({
  name: 'me.deleteProgress',
  method: 'DELETE',
  path: ({ progressId }) => `/api/me/progress/${encodeURIComponent(progressId)}`,
  output: accepted,
  answer: 'text',
});

/** Any user; `progressId` is the id of the progress entry. 404 when unknown. A GET that changes data. */
export const hideProgressFromContinueListening = defineEndpoint<{ readonly progressId: string }>()({
  name: 'me.hideProgress',
  method: 'GET',
  path: ({ progressId }) => `/api/me/progress/${encodeURIComponent(progressId)}/remove-from-continue-listening`,
  output: user,
  changesData: true,
});

/** Any user. 404 for an unknown series. A GET that changes data. */
export const hideSeriesFromContinueListening = defineEndpoint<{ readonly seriesId: string }>()({
  name: 'me.hideSeries',
  method: 'GET',
  path: ({ seriesId }) => `/api/me/series/${encodeURIComponent(seriesId)}/remove-from-continue-listening`,
  output: user,
  changesData: true,
});

/** Any user. Undoes {@link hideSeriesFromContinueListening}. A GET that changes data. */
export const readdSeriesToContinueListening = defineEndpoint<{ readonly seriesId: string }>()({
  name: 'me.readdSeries',
  method: 'GET',
  path: ({ seriesId }) => `/api/me/series/${encodeURIComponent(seriesId)}/readd-to-continue-listening`,
  output: user,
  changesData: true,
});
