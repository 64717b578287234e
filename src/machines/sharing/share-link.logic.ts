import type { MediaItemShare } from '../../schemas/api/media-item-share.ts';
import { createShare } from '../../services/endpoints/shares.ts';
import { form } from '../kit/form.ts';
import { slugProblem, slugProblemAfter, type SlugProblem } from '../kit/slug.logic.ts';

/** Seconds of a unit of time (SHR-024, CON-105). */
const UNIT_SECONDS = { minutes: 60, hours: 3600, days: 86_400 } as const;
export type ShareUnit = keyof typeof UNIT_SECONDS;
/** ENU-021 */
export const SHARE_UNITS = Object.keys(UNIT_SECONDS) as readonly ShareUnit[];

/** How a link is made. */
export interface ShareValues {
  readonly mediaItemId: string;
  readonly slug: string;
  /** How long it works, in units; null and 0: for ever. */
  readonly amount: number | null;
  readonly unit: ShareUnit;
  readonly isDownloadable: boolean;
  /** When it is sent, in ms. */
  readonly sentAt: number;
}

/** The latest moment that a date can be, in ms. */
const LAST_MOMENT = 8.64e15;

/** When a link made now ends, in ms; 0: never (SHR-009, SHR-023). */
export function expiryOf({ amount, unit }: Pick<ShareValues, 'amount' | 'unit'>, now: number): number {
  if (amount === null || !(amount > 0)) return 0;
  return Math.min(Math.round(now + amount * UNIT_SECONDS[unit] * 1000), LAST_MOMENT);
}

/** How long a link still works, in seconds; 0 when it is over, null for ever. */
export function secondsLeft({ expiresAt }: Pick<MediaItemShare, 'expiresAt'>, now: number): number | null {
  const end = expiresAt === null ? 0 : Date.parse(expiresAt);
  return end > 0 ? Math.max(0, Math.ceil((end - now) / 1000)) : null;
}

/**
 * The address of a link (SHR-027): `base` is origin with base path and trailing slash, `start` the second that the
 * book begins at.
 */
export function shareAddress(base: string, slug: string, start: number | null = null): string {
  const address = `${base}share/${encodeURIComponent(slug)}`;
  return start !== null && start > 0 ? `${address}?t=${Math.floor(start)}` : address;
}

/** A book of a link that has the slug, for as long as was said. */
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
