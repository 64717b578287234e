import type { RssFeedMinified } from '../../../schemas/api/rss-feed.ts';
import { openFeed, type OpenFeedInput } from '../../../services/endpoints/feeds.ts';
import { form } from '../../kit/form.machine.ts';
import { slugProblem, slugProblemAfter, type SlugProblem } from '../../kit/slug.logic.ts';

export interface FeedValues {
  readonly entityType: OpenFeedInput['entityType'];
  readonly entityId: string;
  /** Public origin with base path. */
  readonly serverAddress: string;
  readonly slug: string;
  readonly preventIndexing: boolean;
  readonly ownerName: string;
  readonly ownerEmail: string;
}

const textOrNull = (text: string): string | null => text.trim() || null;

/** An empty owner is omitted. */
export const feedForm = form<FeedValues, SlugProblem, RssFeedMinified>('form', {
  check: ({ slug }) => {
    const problem = slugProblem(slug);
    return problem === null ? {} : { slug: problem };
  },
  problemsAfter: slugProblemAfter,
  save: async (api, { preventIndexing, ownerName, ownerEmail, ...values }, signal) => {
    const metadataDetails = {
      preventIndexing,
      ownerName: textOrNull(ownerName),
      ownerEmail: textOrNull(ownerEmail),
    };
    return (await api.call(openFeed, { ...values, metadataDetails }, signal)).feed;
  },
});

/** Without a trailing slash. */
export const withoutSlash = (base: string): string => base.replace(/\/+$/, '');

/** Podcast apps require https. */
export const isInsecure = (base: string): boolean => base.startsWith('http:');
