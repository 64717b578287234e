import { keysOf } from '../../../schemas/keys.ts';
import type { SnapshotFrom } from 'xstate';
import type { MediaItemShare } from '../../../schemas/api/share.ts';
import { createShare } from '../../../services/endpoints/shares.ts';
import { readTime } from '../../edit/chapters-editor/time-text.logic.ts';
import { form } from '../../kit/form.machine.ts';
import { slugProblem, slugProblemAfter, type SlugProblem } from '../../kit/slug.logic.ts';
import type { ShareLinkContext, shareLinkMachine } from './share-link.machine.ts';

const UNIT_SECONDS = { minutes: 60, hours: 3600, days: 86_400 } as const;
type ShareUnit = keyof typeof UNIT_SECONDS;
export const SHARE_UNITS: readonly ShareUnit[] = keysOf(UNIT_SECONDS);

export interface ShareValues {
  readonly mediaItemId: string;
  readonly slug: string;
  /** In units; null and 0: no expiry. */
  readonly amount: number | null;
  readonly unit: ShareUnit;
  readonly isDownloadable: boolean;
  /** Time of the save, in ms. */
  readonly sentAt: number;
}

/** Latest valid date, in ms. */
const LAST_MOMENT = 8.64e15;

/** Expiry of a link, in ms; 0: never. */
export function expiryOf({ amount, unit }: Pick<ShareValues, 'amount' | 'unit'>, now: number): number {
  if (amount === null || !(amount > 0)) return 0;
  return Math.min(Math.round(now + amount * UNIT_SECONDS[unit] * 1000), LAST_MOMENT);
}

/** Seconds left; 0: expired, null: no expiry. */
export function secondsLeft({ expiresAt }: Pick<MediaItemShare, 'expiresAt'>, now: number): number | null {
  const end = expiresAt === null ? 0 : Date.parse(expiresAt);
  return end > 0 ? Math.max(0, Math.ceil((end - now) / 1000)) : null;
}

/** `base`: origin with base path and trailing slash. `start` in seconds. */
export function shareAddress(base: string, slug: string, start: number | null = null): string {
  const address = `${base}share/${encodeURIComponent(slug)}`;
  return start !== null && start > 0 ? `${address}?t=${Math.floor(start)}` : address;
}

export const shareForm = form<ShareValues, SlugProblem, MediaItemShare>('form', {
  check: ({ slug }) => {
    const problem = slugProblem(slug);
    return problem === null ? {} : { slug: problem };
  },
  problemsAfter: slugProblemAfter,
  save: (api, { mediaItemId, slug, isDownloadable, sentAt, ...length }, signal) =>
    api.call(
      createShare,
      { slug, mediaItemType: 'book', mediaItemId, expiresAt: expiryOf(length, sentAt), isDownloadable },
      signal,
    ),
});

/** Seconds; null: none or invalid. */
function startOf({ hasStart, start }: Pick<ShareLinkContext, 'hasStart' | 'start'>): number | null {
  return hasStart ? readTime(start) : null;
}

type Snapshot = SnapshotFrom<typeof shareLinkMachine>;

export const selectShare = ({ context }: Snapshot) => context.share;
export const selectShareForm = ({ context }: Snapshot) => context.form ?? undefined;
export const selectCopier = ({ context }: Snapshot) => context.copier;
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
