import type { AppError } from '../../schemas/app-error.ts';
import type { ToastsEvent } from './toasts.protocol.ts';
import { toast } from './toast.ts';

export type SlugProblem = 'missing' | 'unfit' | 'taken';

export function slugProblemAfter(error: AppError): { readonly slug?: SlugProblem } {
  const isTaken = (error.kind === 'conflict' || error.kind === 'rejected') && /\bslug\b/i.test(error.message);
  return isTaken ? { slug: 'taken' } : {};
}

/** Lower-case letters, digits, hyphen and underscore; other runs become a hyphen. */
export function saneSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^[^a-z0-9_-]+|[^a-z0-9_-]+$/g, '')
    .replace(/[^a-z0-9_-]+/g, '-');
}

export function slugProblem(slug: string): SlugProblem | null {
  if (slug.trim() === '') return 'missing';
  return saneSlug(slug) === slug ? null : 'unfit';
}

/** Toast and corrected field of a slug that was not sent; `slug` is null when it stays. Sending needs another press. */
export function slugRefusal(slug: string): { readonly toast: ToastsEvent; readonly slug: string | null } {
  const problem = slugProblem(slug);
  return {
    toast: toast(
      problem === 'unfit' ? 'warning' : 'error',
      'slug',
      problem === 'unfit' ? 'slug.changed' : 'slug.missing',
    ),
    slug: problem === 'unfit' ? saneSlug(slug) : null,
  };
}
