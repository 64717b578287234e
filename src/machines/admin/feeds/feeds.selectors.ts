import type { SnapshotFrom } from 'xstate';
import { shareAddress } from '../sharing/share-link.logic.ts';
import type { feedsMachine } from './feeds.machine.ts';
import { isInsecure } from './rss-feed.logic.ts';
import type { rssFeedMachine } from './rss-feed.machine.ts';

type Snapshot = SnapshotFrom<typeof feedsMachine>;

export const selectThings = ({ context }: Snapshot) => context.things;
export const selectShownFeed = ({ context: { things, shownId } }: Snapshot) =>
  things.feeds.find(({ id }) => id === shownId) ?? null;
export const selectReadAt = ({ context }: Snapshot) => context.readAt;
export const selectPageCopier = ({ context }: Snapshot) => context.copier;
export const selectThingRemoval = ({ children }: Snapshot) => children.removal;
export const addressOf =
  (path: string) =>
  ({ context }: Snapshot) =>
    context.base.replace(/\/+$/, '') + path;
export const linkAddressOf =
  (slug: string) =>
  ({ context }: Snapshot) =>
    shareAddress(context.base, slug);

type FeedSnapshot = SnapshotFrom<typeof rssFeedMachine>;

export const selectFeed = ({ context }: FeedSnapshot) => context.feed;
export const selectFeedForm = ({ context }: FeedSnapshot) => context.form ?? undefined;
export const selectFeedTab = ({ context }: FeedSnapshot) => context.tab;
export const selectFeedName = ({ context }: FeedSnapshot) => context.name;
export const selectFeedCopier = ({ context }: FeedSnapshot) => context.copier;
export const selectIsClosing = (snapshot: FeedSnapshot) => snapshot.hasTag('busy');
export const selectFeedBase = ({ context }: FeedSnapshot) => context.base;
export const selectFeedAddress = ({ context }: FeedSnapshot) => context.base + (context.feed?.feedUrl ?? '');
export const selectIsInsecure = ({ context }: FeedSnapshot) => isInsecure(context.base);
export const selectLacksDates = ({ context }: FeedSnapshot) => context.hasEpisodesWithoutPubDate;
