import type { ServerSettings } from '../../schemas/api/server-settings.ts';
import { updateSortingPrefixes } from '../../services/endpoints/server-admin.ts';
import { form, type FormRef } from '../kit/form.ts';

/** The words that are left away when names are sorted (areas 4). */
export interface PrefixValues {
  readonly prefixes: readonly string[];
  /** What is typed of a further one. */
  readonly typed: string;
  /** As the server has them. */
  readonly base: readonly string[];
}

export interface PrefixesSaved {
  /** Titles that sort differently now. */
  readonly rowsUpdated: number;
  readonly serverSettings: ServerSettings;
}

export type PrefixForm = FormRef<PrefixValues, 'noPrefix'>;

export const prefixValues = (base: readonly string[]): PrefixValues => ({ prefixes: base, typed: '', base });

/** As they are saved: without spaces around them, small, each once. */
export const prefixesOf = ({ prefixes, typed }: PrefixValues): string[] => [
  ...new Set([...prefixes, typed].map((prefix) => prefix.trim().toLowerCase()).filter((prefix) => prefix !== '')),
];

/** Whether the set is another one than the server's: their order makes no difference. */
export function hasPrefixChanges(values: PrefixValues): boolean {
  const now = prefixesOf(values);
  return now.length !== values.base.length || now.some((prefix) => !values.base.includes(prefix));
}

/** The form after the server told its own: what was typed here stays. */
export const withTheirPrefixes = (values: PrefixValues, base: readonly string[]): PrefixValues =>
  hasPrefixChanges(values) && hasPrefixChanges({ ...values, base }) ? { ...values, base } : prefixValues(base);

/** At least one prefix is needed (CFG-010, VAL-028). */
export const prefixForm = form<PrefixValues, 'noPrefix', PrefixesSaved>('prefixes', {
  check: (values) => (prefixesOf(values).length === 0 ? { prefixes: 'noPrefix' } : {}),
  save: (api, values, signal) => api.call(updateSortingPrefixes, { sortingPrefixes: prefixesOf(values) }, signal),
});
