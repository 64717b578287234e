import type { MediaItemShare } from '../../schemas/api/media-item-share.ts';
import type { RssFeed } from '../../schemas/api/rss-feed.ts';
import type { Api } from '../../services/api.ts';
import { closeFeed, listFeeds } from '../../services/endpoints/feeds.ts';
import { listItems, listLibraries } from '../../services/endpoints/libraries.ts';
import { deleteShare } from '../../services/endpoints/shares.ts';
import { resourceBy } from '../kit/resource.ts';

/** A public link with the book that it opens. */
export interface SharedBook {
  readonly itemId: string;
  readonly title: string;
  readonly share: MediaItemShare;
}

/** What can be opened without an account. */
export interface PublicThings {
  readonly feeds: readonly RssFeed[];
  readonly links: readonly SharedBook[];
}

/** What of it is being closed. `id`: of the feed or the link. */
export interface PublicThing {
  readonly kind: 'feed' | 'link';
  readonly id: string;
  readonly title: string;
}

/** Most links of a library that are listed. */
const MOST_LINKS = 500;

/** All feeds, newest first, and all links of all libraries of books: the server lists links by their items only. */
export const publicThings = resourceBy<undefined>('data', async (api, _input, signal): Promise<PublicThings> => {
  const [{ feeds }, { libraries }] = await Promise.all([
    api.call(listFeeds, undefined, signal),
    api.call(listLibraries, undefined, signal),
  ]);
  const pages = await Promise.all(
    libraries.items
      .filter(({ mediaType }) => mediaType === 'book')
      .map(({ id }) =>
        api.call(listItems, { libraryId: id, limit: MOST_LINKS, page: 0, filter: 'share-open' }, signal),
      ),
  );
  const links = pages.flatMap(({ results }) =>
    results.items.flatMap((item) => {
      const share = 'mediaItemShare' in item ? item.mediaItemShare : null;
      return share ? [{ itemId: item.id, title: item.media.metadata.title, share }] : [];
    }),
  );
  return { feeds: feeds.items.toSorted((one, other) => other.createdAt - one.createdAt), links };
});

/** Closes a feed or deletes a link. */
export const closeThing = (api: Api, { kind, id }: PublicThing, signal: AbortSignal): Promise<unknown> =>
  api.call(kind === 'feed' ? closeFeed : deleteShare, { id }, signal);
