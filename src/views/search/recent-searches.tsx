import { useSelector } from '@xstate/react';
import { History, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { SearchRef } from '../../machines/search/search.machine.ts';
import { selectActive, selectRecent } from '../../machines/search/search.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { optionId, SEARCH_LIST } from './option-id.ts';

/** Their buttons stand in a list of their own: options of the result list can't contain buttons. */
export function RecentSearches({ search }: { search: SearchRef }) {
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
