import type { SnapshotFrom } from 'xstate';
import { isInsecure } from './rss-feed.logic.ts';
import type { rssFeedMachine } from './rss-feed.machine.ts';

type Snapshot = SnapshotFrom<typeof rssFeedMachine>;

export const selectFeed = ({ context }: Snapshot) => context.feed;
export const selectFeedForm = ({ context }: Snapshot) => context.form ?? undefined;
export const selectFeedTab = ({ context }: Snapshot) => context.tab;
export const selectFeedName = ({ context }: Snapshot) => context.name;
export const selectFeedCopier = ({ context }: Snapshot) => context.copier;
export const selectIsClosing = (snapshot: Snapshot) => snapshot.hasTag('busy');
export const selectFeedBase = ({ context }: Snapshot) => context.base;
export const selectFeedAddress = ({ context }: Snapshot) => context.base + (context.feed?.feedUrl ?? '');
export const selectIsInsecure = ({ context }: Snapshot) => isInsecure(context.base);
export const selectLacksDates = ({ context }: Snapshot) => context.hasEpisodesWithoutPubDate;
