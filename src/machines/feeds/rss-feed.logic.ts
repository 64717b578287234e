import type { RssFeedMinified } from '../../schemas/api/rss-feed-minified.ts';
import { openFeed, type OpenFeedInput } from '../../services/endpoints/feeds.ts';
import { form } from '../kit/form.ts';
import { slugProblem, slugProblemAfter, type SlugProblem } from '../kit/slug.logic.ts';

/** How a feed is opened (ENT-052). */
export interface FeedValues {
  readonly entityType: OpenFeedInput['entityType'];
  readonly entityId: string;
  /** Origin with base path, as listeners reach it. */
  readonly serverAddress: string;
  readonly slug: string;
  readonly preventIndexing: boolean;
  readonly ownerName: string;
  readonly ownerEmail: string;
}

const textOrNull = (text: string): string | null => text.trim() || null;

/** Opens the feed. An empty owner is none. */
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

/** Origin with base path, of what has a slash at its end. */
export const withoutSlash = (base: string): string => base.replace(/\/+$/, '');

/** Whether podcast apps will not take it: they need https (RSS-009). */
export const isInsecure = (base: string): boolean => base.startsWith('http:');
