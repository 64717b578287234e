import { OPENID_REFUSALS, type OpenIdRefusal } from '../../schemas/openid-refusals.ts';

/** Longest text from the URL that shows, in characters: anyone can write a link. */
const LONGEST = 200;

export type RefusalInAddress =
  { readonly kind: OpenIdRefusal | 'unauthorized' } | { readonly kind: 'other'; readonly text: string };

export function refusalOf(error: string): RefusalInAddress {
  const known = OPENID_REFUSALS.find((one) => one === error);
  if (known) return { kind: known };
  return error === 'Unauthorized' ? { kind: 'unauthorized' } : { kind: 'other', text: error.slice(0, LONGEST) };
}
