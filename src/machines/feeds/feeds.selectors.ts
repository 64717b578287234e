import type { SnapshotFrom } from 'xstate';
import { shareAddress } from '../sharing/share-link.logic.ts';
import type { feedsMachine } from './feeds.machine.ts';

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
