import type { MediaItemShare } from '../../../schemas/api/share.ts';
import type { RssFeed } from '../../../schemas/api/rss-feed.ts';
import type { Api } from '../../../services/api.ts';
import { closeFeed, listFeeds } from '../../../services/endpoints/feeds.ts';
import { listItems, listLibraries } from '../../../services/endpoints/libraries.ts';
import { deleteShare } from '../../../services/endpoints/shares.ts';
import { resourceBy } from '../../kit/resource.machine.ts';

export interface SharedBook {
  readonly itemId: string;
  readonly title: string;
  readonly share: MediaItemShare;
}

export interface PublicThings {
  readonly feeds: readonly RssFeed[];
  readonly links: readonly SharedBook[];
}

export interface PublicThing {
  readonly kind: 'feed' | 'link';
  readonly id: string;
  readonly title: string;
}

const MOST_LINKS = 500;

/** All feeds, newest first, and the links of all book libraries: the server lists links by item only. */
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

export const closeThing = (api: Api, { kind, id }: PublicThing, signal: AbortSignal): Promise<unknown> =>
  api.call(kind === 'feed' ? closeFeed : deleteShare, { id }, signal);
