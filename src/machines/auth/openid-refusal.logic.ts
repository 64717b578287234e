import { OPENID_REFUSALS, type OpenIdRefusal } from '../../schemas/openid-refusals.ts';

/** Longest text of another server that is shown. */
const LONGEST = 200;

/** What `error` in the address of the sign-in page says: a reason of ours, the real server's only word, or any text. */
export type RefusalInAddress =
  | { readonly kind: OpenIdRefusal | 'unauthorized' }
  /** Cut: anybody can write an address. */
  | { readonly kind: 'other'; readonly text: string };

export function refusalOf(error: string): RefusalInAddress {
  const known = OPENID_REFUSALS.find((one) => one === error);
  if (known) return { kind: known };
  return error === 'Unauthorized' ? { kind: 'unauthorized' } : { kind: 'other', text: error.slice(0, LONGEST) };
}
