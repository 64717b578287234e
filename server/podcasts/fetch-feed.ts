import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { fetchOutside } from '../http/outside.ts';
import { decodeXml, parseRss, type RssPodcast } from './rss-feed.ts';

/** Largest feed that is read, in bytes: the longest public ones have about 20 MB. */
const MAX_FEED_BYTES = 32 * 1024 * 1024;
const ACCEPT = 'application/rss+xml, application/xhtml+xml, application/xml, */*;q=0.8';

/** Fetches and parses a feed; null when there is none at that address, with the reason in the log. */
export async function fetchFeed(
  ctx: Pick<ServerContext, 'config' | 'log'>,
  feedUrl: string,
): Promise<RssPodcast | null> {
  try {
    const answer = await fetchOutside(feedUrl, {
      maxBytes: MAX_FEED_BYTES,
      timeoutMs: ctx.config.feedTimeoutMs,
      headers: { accept: ACCEPT },
      allowPrivate: ctx.config.allowPrivateRequests,
    });
    if (answer.status !== 200) throw new Error(`Request failed with status code ${answer.status}`);
    const feed = parseRss(decodeXml(answer.body, answer.contentType), feedUrl);
    if (!feed) throw new Error('It is not a podcast feed');
    return feed;
  } catch (cause) {
    ctx.log.warn('Podcasts', `The feed "${feedUrl}" cannot be used: ${messageOf(cause)}`);
    return null;
  }
}
