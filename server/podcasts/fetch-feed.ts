import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { fetchOutside, OutsideError } from '../http/outside.ts';
import { LONGEST_XML } from '../http/xml.ts';
import { decodeXml } from '../items/decode-text.ts';
import { parseRss, type RssPodcast } from './rss-feed.ts';

/** Largest feed that is loaded, in bytes. */
const MAX_FEED_BYTES = 32 * 1024 * 1024;
const ACCEPT = 'application/rss+xml, application/xhtml+xml, application/xml, */*;q=0.8';

type Base = Pick<ServerContext, 'config' | 'log'>;

/** There is no feed at an address. Its message says why, as whoever entered the address is told. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

const FAILED = 'Podcast RSS feed request failed or invalid response data';

async function load({ config }: Base, feedUrl: string): Promise<RssPodcast> {
  const answer = await fetchOutside(feedUrl, {
    maxBytes: MAX_FEED_BYTES,
    timeoutMs: config.feedTimeoutMs,
    headers: { accept: ACCEPT },
    allowPrivate: config.allowPrivateRequests,
  });
  if (answer.status !== 200) throw new OutsideError(`Request failed with status code ${answer.status}`);
  const text = decodeXml(answer.body, answer.contentType);
  if (text.length > LONGEST_XML) throw new OutsideError('The answer is too large');
  const feed = parseRss(text, feedUrl, answer.url);
  if (!feed) throw new Error('It is not a podcast feed');
  return feed;
}

/** Fetches and parses a feed. Rejects with a `FeedError` when there is none at that address; the reason is logged. */
export async function readFeed(ctx: Base, feedUrl: string): Promise<RssPodcast> {
  try {
    return await load(ctx, feedUrl);
  } catch (cause) {
    ctx.log.warn('Podcasts', `The feed "${feedUrl}" cannot be used: ${messageOf(cause)}`);
    throw new FeedError(cause instanceof OutsideError ? `${FAILED}: ${cause.message}` : FAILED);
  }
}

/** The same; null when there is none at that address. */
export const fetchFeed = (ctx: Base, feedUrl: string): Promise<RssPodcast | null> =>
  readFeed(ctx, feedUrl).catch(() => null);
