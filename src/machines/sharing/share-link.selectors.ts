import type { SnapshotFrom } from 'xstate';
import { secondsLeft, shareAddress } from './share-link.logic.ts';
import { startOf, type shareLinkMachine } from './share-link.machine.ts';

type Snapshot = SnapshotFrom<typeof shareLinkMachine>;

export const selectShare = ({ context }: Snapshot) => context.share;
export const selectShareForm = ({ context }: Snapshot) => context.form ?? undefined;
export const selectCopier = ({ context }: Snapshot) => context.copier;
export const selectSharedTitle = ({ context }: Snapshot) => context.title;
export const selectIsRemoving = (snapshot: Snapshot) => snapshot.hasTag('busy');
export const selectShowsCode = ({ context }: Snapshot) => context.showsCode;
/** Null: no expiry; undefined: no link. */
export const selectSecondsLeft = ({ context }: Snapshot) =>
  context.share ? secondsLeft(context.share, context.now) : undefined;
/** ms, at most one second old. */
export const selectNow = ({ context }: Snapshot) => context.now;
export const selectHasStart = ({ context }: Snapshot) => context.hasStart;
export const selectStartText = ({ context }: Snapshot) => context.start;
export const selectStart = ({ context }: Snapshot) => startOf(context);
export const selectShareAddress = ({ context }: Snapshot) =>
  context.share && shareAddress(context.base, context.share.slug, startOf(context));
export const selectShareBase = ({ context }: Snapshot) => context.base;
