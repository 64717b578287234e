import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { fetchOutside, OutsideError } from '../http/outside.ts';
import { createPace } from '../breathe.ts';
import { BETWEEN_EPISODES, type RssEpisode, type RssPodcast } from './rss-feed.ts';

/** Largest feed, in bytes. */
const MAX_FEED_BYTES = 32 * 1024 * 1024;
const ACCEPT = 'application/rss+xml, application/xhtml+xml, application/xml, */*;q=0.8';

type Base = Pick<ServerContext, 'config' | 'log' | 'parse'>;

/** No feed at an address. Its message is for the person who entered the address. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

const FAILED = 'Podcast RSS feed request failed or invalid response data';

/** The two parts of `feedLines`. */
type FeedTexts = { readonly podcast: string; readonly episodes: string };

async function load({ config, parse }: Base, feedUrl: string): Promise<FeedTexts> {
  const answer = await fetchOutside(feedUrl, {
    maxBytes: MAX_FEED_BYTES,
    timeoutMs: config.feedTimeoutMs,
    headers: { accept: ACCEPT },
    allowPrivate: config.allowPrivateRequests,
  });
  if (answer.status !== 200) throw new OutsideError(`Request failed with status code ${answer.status}`);
  const { body, contentType, url } = answer;
  const lines = await parse('feed', { body, contentType, feedUrl, base: url }).catch((cause: unknown) => {
    throw new OutsideError(messageOf(cause));
  });
  if (lines === '') throw new Error('It is not a podcast feed');
  const end = lines.indexOf('\n');
  return { podcast: lines.slice(0, end), episodes: lines.slice(end + 1) };
}

/**
 * Fetches and parses a feed: JSON of the podcast, and of each episode. Rejects with a `FeedError` when there is none at
 * that address; logs the reason.
 */
export async function readFeedTexts(ctx: Base, feedUrl: string): Promise<FeedTexts> {
  try {
    return await load(ctx, feedUrl);
  } catch (cause) {
    ctx.log.warn('Podcasts', `The feed "${feedUrl}" cannot be used: ${messageOf(cause)}`);
    throw new FeedError(cause instanceof OutsideError ? `${FAILED}: ${cause.message}` : FAILED);
  }
}

/** A feed as `POST /api/podcasts/feed` answers it. */
export const feedJson = ({ podcast, episodes }: FeedTexts): string =>
  `{"podcast":{"metadata":${podcast},"episodes":[${episodes}]}}`;

/** A feed, or null when there is none at that address. */
export async function fetchFeed(ctx: Base, feedUrl: string): Promise<RssPodcast | null> {
  const texts = await readFeedTexts(ctx, feedUrl).catch(() => null);
  if (!texts) return null;
  const lines = texts.episodes === '' ? [] : texts.episodes.split(BETWEEN_EPISODES);
  const episodes: RssEpisode[] = [];
  const pace = createPace();
  for (const line of lines) {
    await pace();
    episodes.push(JSON.parse(line) as RssEpisode);
  }
  return { metadata: JSON.parse(texts.podcast) as RssPodcast['metadata'], episodes };
}
