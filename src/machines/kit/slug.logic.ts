import type { AppError } from '../../schemas/app-error.ts';
import type { ToastsEvent } from '../app/toasts.protocol.ts';

/**
 * What is wrong with a slug: there is none (VAL-006), it has characters that an address may not (VAL-007), or it is the
 * slug of something else.
 */
export type SlugProblem = 'missing' | 'unfit' | 'taken';

/** What a failed save says of the slug; other failures are about something else. */
export function slugProblemAfter(error: AppError): { readonly slug?: SlugProblem } {
  const isTaken = (error.kind === 'conflict' || error.kind === 'rejected') && /\bslug\b/i.test(error.message);
  return isTaken ? { slug: 'taken' } : {};
}

/**
 * A slug of this text: lower-case letters, digits, hyphen and underscore; what stands between becomes a hyphen
 * (AMB-75).
 */
export function saneSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^[^a-z0-9_-]+|[^a-z0-9_-]+$/g, '')
    .replace(/[^a-z0-9_-]+/g, '-');
}

/** Why a slug cannot be sent; null when it can. */
export function slugProblem(slug: string): SlugProblem | null {
  if (slug.trim() === '') return 'missing';
  return saneSlug(slug) === slug ? null : 'unfit';
}

/**
 * What a person is told of a slug that was not sent, and what stands in the field then; `slug` is null when that stays
 * (RSS-019 to RSS-022, SHR-021). Nothing is sent before the next press.
 */
export function slugRefusal(slug: string): { readonly toast: ToastsEvent; readonly slug: string | null } {
  const problem = slugProblem(slug);
  return {
    toast: {
      type: 'toasts.show',
      id: 'slug',
      kind: problem === 'unfit' ? 'warning' : 'error',
      message: { key: problem === 'unfit' ? 'slug.changed' : 'slug.missing' },
    },
    slug: problem === 'unfit' ? saneSlug(slug) : null,
  };
}
