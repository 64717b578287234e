import type { ServerSettings } from '../../../schemas/api/server-settings.ts';
import { updateSortingPrefixes } from '../../../services/endpoints/server-admin.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';

export interface PrefixValues {
  readonly prefixes: readonly string[];
  readonly typed: string;
  readonly base: readonly string[];
}

export interface PrefixesSaved {
  readonly rowsUpdated: number;
  readonly serverSettings: ServerSettings;
}

export type PrefixForm = FormRef<PrefixValues, 'noPrefix'>;

export const prefixValues = (base: readonly string[]): PrefixValues => ({ prefixes: base, typed: '', base });

/** Trimmed, lower case, distinct. */
export const prefixesOf = ({ prefixes, typed }: PrefixValues): string[] => [
  ...new Set([...prefixes, typed].map((prefix) => prefix.trim().toLowerCase()).filter((prefix) => prefix !== '')),
];

export function hasPrefixChanges(values: PrefixValues): boolean {
  const now = prefixesOf(values);
  return now.length !== values.base.length || now.some((prefix) => !values.base.includes(prefix));
}

export const withTheirPrefixes = (values: PrefixValues, base: readonly string[]): PrefixValues =>
  hasPrefixChanges(values) && hasPrefixChanges({ ...values, base }) ? { ...values, base } : prefixValues(base);

/** Needs at least one prefix. */
export const prefixForm = form<PrefixValues, 'noPrefix', PrefixesSaved>('prefixes', {
  check: (values) => (prefixesOf(values).length === 0 ? { prefixes: 'noPrefix' } : {}),
  save: (api, values, signal) => api.call(updateSortingPrefixes, { sortingPrefixes: prefixesOf(values) }, signal),
});
