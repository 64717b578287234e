import type { SnapshotFrom } from 'xstate';
import { shareAddress } from '../sharing/share-link.logic.ts';
import type { feedsMachine } from './feeds.machine.ts';

type Snapshot = SnapshotFrom<typeof feedsMachine>;

export const selectThings = ({ context }: Snapshot) => context.things;
/** The feed whose episodes are shown. */
export const selectShownFeed = ({ context: { things, shownId } }: Snapshot) =>
  things.feeds.find(({ id }) => id === shownId) ?? null;
export const selectReadAt = ({ context }: Snapshot) => context.readAt;
export const selectPageCopier = ({ context }: Snapshot) => context.copier;
export const selectThingRemoval = ({ children }: Snapshot) => children.removal;
/** Makes the address of what lies under a path of this server. */
export const addressOf =
  (path: string) =>
  ({ context }: Snapshot) =>
    context.base.replace(/\/+$/, '') + path;
/** The address of a public link. */
export const linkAddressOf =
  (slug: string) =>
  ({ context }: Snapshot) =>
    shareAddress(context.base, slug);
