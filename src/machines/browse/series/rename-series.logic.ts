import { AppException } from '../../../schemas/app-error.ts';
import type { Series } from '../../../schemas/api/series.ts';
import type { Api } from '../../../services/api.ts';
import { getFilterData } from '../../../services/endpoints/libraries.ts';
import { searchLibrary, updateSeries } from '../../../services/endpoints/library-lists.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';
import { fold } from '../../kit/text.logic.ts';

export interface SeriesName {
  readonly series: Series;
  readonly name: string;
}
export type SeriesNameProblem = 'nameMissing' | 'nameTaken';
export type SeriesNameForm = FormRef<SeriesName, SeriesNameProblem>;

/** What one search may find. */
const MOST_FOUND = 200;

/**
 * Server 2.26.0 ends its process at a name that another series has, so that is looked up first: among the names to
 * filter by, which the server may keep for a while, and by a search, which leaves out what the account can't see.
 */
async function isTaken(api: Api, { id, libraryId }: Series, name: string, signal: AbortSignal): Promise<boolean> {
  const [{ series }, found] = await Promise.all([
    api.call(getFilterData, { libraryId }, signal),
    api.call(searchLibrary, { libraryId, text: name, limit: MOST_FOUND }, signal),
  ]);
  const others = [...series, ...(found.series?.items ?? []).map((hit) => hit.series)];
  return others.some((other) => other.id !== id && fold(other.name) === fold(name));
}

export const seriesNameForm = form<SeriesName, SeriesNameProblem, Series>('form', {
  check: ({ name }) => (name.trim() === '' ? { name: 'nameMissing' } : {}),
  async save(api, { series, name: typed }, signal) {
    const name = typed.trim();
    if (name === series.name) return series;
    if (await isTaken(api, series, name, signal)) throw new AppException({ kind: 'conflict', message: '' });
    return api.call(updateSeries, { id: series.id, change: { name } }, signal);
  },
  problemsAfter: (error) =>
    error.kind === 'conflict' || (error.kind === 'rejected' && /already in use/i.test(error.message))
      ? { name: 'nameTaken' }
      : {},
});
