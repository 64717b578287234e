import { useSelector } from '@xstate/react';
import { ArrowRight, History, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { countRows, type SearchGroup } from '../../../machines/browse/search/results.logic.ts';
import type { SearchRef } from '../../../machines/browse/search/search.machine.ts';
import {
  selectActive,
  selectGroups,
  selectSearchError,
  selectSearchState,
  selectSearchedLibrary,
  selectSearchedText,
  selectRecent,
} from '../../../machines/browse/search/search.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SEARCH_LIST, optionId } from './box-parts.ts';
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

/** Their buttons stand in a list of their own: options of the result list can't contain buttons. */
function RecentSearches({ search }: { search: SearchRef }) {
  const t = useTranslations('search');
  const box = useActorRefOf('search');
  const recent = useSelector(search, selectRecent);
  const active = useSelector(search, selectActive);
  if (recent.length === 0) return <p className="p-4 text-sm text-ink-2">{t('hint')}</p>;
  return (
    <div className="p-2">
      <div className="flex items-center justify-between gap-2 ps-2">
        <p className="text-xs font-semibold text-ink-2">{t('recent')}</p>
        <button
          type="button"
          className="min-h-8 rounded-sm px-2 text-xs text-ink-2 hover:bg-surface-2 hover:text-ink touch:min-h-11"
          onClick={(event) => {
            handFocus(event.currentTarget, null);
            search.send({ type: 'search.clear' });
          }}
        >
          {t('clearRecent')}
        </button>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto]">
        <div id={SEARCH_LIST} role="listbox" aria-label={t('recent')} tabIndex={-1}>
          {recent.map((text, index) => (
            <button
              type="button"
              tabIndex={-1}
              key={text}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              onClick={() => box.send({ type: 'search.choose', text })}
              className="flex h-11 w-full items-center gap-3 rounded-md px-2 text-sm hover:bg-surface-2 aria-selected:bg-accent-soft forced-colors:aria-selected:outline-2"
            >
              <History size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
              <bdi className="truncate">{text}</bdi>
            </button>
          ))}
        </div>
        <ul aria-label={t('removeRecent')}>
          {recent.map((text) => (
            <li key={text} className="grid h-11 place-items-center">
              <IconButton
                size="sm"
                label={t('remove', { text })}
                tip={null}
                icon={<X size={16} />}
                onClick={(event) => {
                  const row = event.currentTarget.closest('li');
                  handFocus(event.currentTarget, row?.nextElementSibling ?? row?.previousElementSibling);
                  search.send({ type: 'search.remove', text });
                }}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** From a removed button to the one in this row, else to the field. */
function handFocus(button: HTMLElement, row: Element | null | undefined): void {
  if (document.activeElement !== button) return;
  const next = row?.querySelector('button') ?? button.closest('[role="search"]')?.querySelector('input');
  next?.focus({ preventScroll: true });
}
