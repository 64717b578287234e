import { mediaItemShare } from '../../src/schemas/api/share.ts';
import { rssFeedOpened } from '../../src/schemas/api/rss-feed.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from './recordings.ts';

/** A link as a server answered it. */
export const shareBody = recording('share/create').response.body as object;
export const oneShare = z.parse(mediaItemShare, shareBody);

/** A feed as a server answered it. */
export const feedBody = recording('feeds/open-item').response.body as { readonly feed: object };
export const oneFeed = z.parse(rssFeedOpened, feedBody).feed;
