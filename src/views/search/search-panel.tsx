import { useSelector } from '@xstate/react';
import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { countRows, type SearchGroup } from '../../machines/search/results.logic.ts';
import type { SearchRef } from '../../machines/search/search.machine.ts';
import {
  selectActive,
  selectGroups,
  selectSearchError,
  selectSearchState,
  selectSearchedLibrary,
  selectSearchedText,
} from '../../machines/search/search.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { errorText } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SEARCH_LIST } from './option-id.ts';
import { RecentSearches } from './recent-searches.tsx';
import { ResultRow, RowLink } from './result-row.tsx';

export function SearchPanel({ search }: { search: SearchRef }) {
  const state = useSelector(search, selectSearchState);
  return (
    <>
      <Status search={search} />
      {state === 'empty' && <RecentSearches search={search} />}
      {state === 'found' && <Found search={search} />}
    </>
  );
}

function Status({ search }: { search: SearchRef }) {
  const t = useTranslations();
  const box = useActorRefOf('search');
  const state = useSelector(search, selectSearchState);
  const error = useSelector(search, selectSearchError);
  const text = useSelector(search, selectSearchedText);
  const count = countRows(useSelector(search, selectGroups));
  const words = {
    empty: '',
    typing: t('search.thinking'),
    fetching: t('search.fetching'),
    found: t('search.found', { count }),
    nothing: t('search.nothing', { text }),
    failed: t('search.failed'),
  }[state];
  const isSpoken = state === 'empty' || state === 'found';
  return (
    <div className={isSpoken ? undefined : 'flex flex-col items-start gap-2 p-4 text-sm text-ink-2'}>
      <div role="status" className={isSpoken ? 'sr-only' : 'flex items-center gap-2'}>
        {(state === 'typing' || state === 'fetching') && <Spinner size={16} />}
        <span className="min-w-0 break-words">{words}</span>
      </div>
      {state === 'failed' && (
        <>
          {error && <p>{errorText(t, error)}</p>}
          <Button onClick={() => box.send({ type: 'search.retry' })}>{t('common.retry')}</Button>
        </>
      )}
    </div>
  );
}

function Found({ search }: { search: SearchRef }) {
  const t = useTranslations('search');
  const groups = useSelector(search, selectGroups);
  const active = useSelector(search, selectActive);
  const text = useSelector(search, selectSearchedText);
  const libraryId = useSelector(search, selectSearchedLibrary);
  const last = countRows(groups);
  return (
    <div id={SEARCH_LIST} role="listbox" aria-label={t('results')} tabIndex={-1} className="p-2">
      {startsOf(groups).map(({ group, start }) => (
        <div key={group.name} role="group" aria-labelledby={`search-${group.name}`}>
          <p id={`search-${group.name}`} className="px-2 pt-2 pb-1 text-xs font-semibold text-ink-2">
            {t(`groups.${group.name}`)}
          </p>
          {group.rows.map((row, index) => (
            <ResultRow
              key={row.id}
              group={group.name}
              row={row}
              index={start + index}
              isActive={start + index === active}
            />
          ))}
        </div>
      ))}
      <RowLink
        route={{ name: 'librarySearch', libraryId, q: text }}
        index={last}
        isActive={last === active}
        event={{ type: 'search.submit' }}
        className="mt-1 border-t border-line font-medium text-accent-text"
      >
        <span className="min-w-0 flex-1 truncate">{t('all', { text })}</span>
        <ArrowRight size={16} aria-hidden="true" className="rtl:-scale-x-100" />
      </RowLink>
    </div>
  );
}

/** Each group with the index of its first row. */
function startsOf(groups: readonly SearchGroup[]): readonly { readonly group: SearchGroup; readonly start: number }[] {
  let start = 0;
  return groups.map((group) => {
    const entry = { group, start };
    start += group.rows.length;
    return entry;
  });
}
