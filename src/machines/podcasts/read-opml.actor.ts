import { fromPromise } from 'xstate';
import { parseOpml } from '../../services/endpoints/podcast-admin.ts';
import { getPorts } from '../app/ports.ts';
import type { NamedFeed } from '../modals/modal-inputs.protocol.ts';

/** In bytes: the server takes 10 MB; a thousand feeds are 300 kB. */
const MOST_BYTES = 8 * 1024 * 1024;

export type FileProblem = 'notOpml' | 'tooLong' | 'noFeeds';

export type OpmlRead = { readonly feeds: readonly NamedFeed[] } | { readonly problem: FileProblem };

/** Each feed once. Rejects with an `AppException`, and when the file is unreadable. */
export const readOpml = fromPromise<OpmlRead, { readonly file: File | null }>(async ({ input, system, signal }) => {
  const { file } = input;
  if (!file) return { problem: 'notOpml' };
  if (file.size > MOST_BYTES) return { problem: 'tooLong' };
  const opmlText = await file.text();
  if (!/<opml\b/i.test(opmlText) || !/<outline\s/i.test(opmlText)) return { problem: 'notOpml' };
  const { feeds } = await getPorts(system).api.call(parseOpml, { opmlText }, signal);
  const named = new Map(
    feeds.items.map(({ title, feedUrl }) => [feedUrl, { feedUrl, title: title?.trim() || feedUrl }] as const),
  );
  return named.size === 0 ? { problem: 'noFeeds' } : { feeds: [...named.values()] };
});
