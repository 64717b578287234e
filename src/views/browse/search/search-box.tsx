import { useSelector } from '@xstate/react';
import { ArrowLeft, Search } from 'lucide-react';
import type { FocusEvent, KeyboardEvent, Ref } from 'react';
import { useTranslations } from 'use-intl';
import { selectCurrentId } from '../../../machines/account/libraries/libraries.selectors.ts';
import type { SearchBoxRef } from '../../../machines/browse/search/search-box.machine.ts';
import {
  selectRequested,
  selectCodeFailed,
  selectHasFocus,
  selectIsOpen,
  selectSearch,
  selectText,
} from '../../../machines/browse/search/search.selectors.ts';
import type { SearchRef } from '../../../machines/browse/search/search.machine.ts';
import type { Step } from '../../../machines/browse/search/results.logic.ts';
import { SEARCH_KEY } from '../../../machines/kit/keys.logic.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { ChunkFailure, chunk } from '../../ui/chunk.tsx';
import { cx } from '../../ui/cx.ts';
import { useFocusOnChange, focusOnMount } from '../../ui/focus.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import { focusPageWhenClosed, optionId, SEARCH_LIST } from './box-parts.ts';

const panel = chunk(async () => (await import('./search-panel.tsx')).SearchPanel);

export function SearchBox() {
  const libraryId = useSelector(useActorRefOf('libraries'), selectCurrentId);
  const isPhone = useIsPhone();
  if (libraryId === null) return null;
  return isPhone ? <PhoneBox /> : <BarBox />;
}

function BarBox() {
  const box = useActorRefOf('search');
  const isOpen = useSelector(box, selectIsOpen);
  const field = useFocusOnChange<HTMLInputElement>(useSelector(box, selectRequested));
  return (
    <div role="search" className="w-full max-w-md">
      <div className="relative" onBlur={(event) => closeLeft(event, box)}>
        <Field inputRef={field} />
        {isOpen && (
          <Results className="absolute inset-x-0 top-full z-65 mt-1.5 max-h-[min(40rem,calc(100dvh-6rem))] min-w-80 rounded-lg border border-line shadow-overlay" />
        )}
      </div>
    </div>
  );
}

function PhoneBox() {
  const t = useTranslations('search');
  const box = useActorRefOf('search');
  const isOpen = useSelector(box, selectIsOpen);
  const hasFocus = useSelector(box, selectHasFocus);
  if (!isOpen) {
    return (
      <IconButton
        ref={hasFocus ? focusOnMount : undefined}
        label={t('label')}
        icon={<Search size={20} />}
        onPointerEnter={() => void panel.preload()}
        onClick={() => box.send({ type: 'search.open' })}
      />
    );
  }
  return (
    <div role="search">
      <div
        className="fixed inset-0 z-65 flex flex-col bg-surface-0 pt-[env(safe-area-inset-top)]"
        onBlur={(event) => event.relatedTarget && closeLeft(event, box)}
      >
        <div className="flex items-center gap-1 px-2 py-2">
          <IconButton
            label={t('close')}
            icon={<ArrowLeft size={20} className="rtl:-scale-x-100" />}
            onClick={() => box.send({ type: 'search.close' })}
          />
          <Field inputRef={focusOnMount} />
        </div>
        <Results className="min-h-0 flex-1" />
      </div>
    </div>
  );
}

function closeLeft(event: FocusEvent<HTMLElement>, box: SearchBoxRef): void {
  if (!event.currentTarget.contains(event.relatedTarget)) box.send({ type: 'search.close' });
}

function Field({ inputRef }: { inputRef: Ref<HTMLInputElement> }) {
  const t = useTranslations('search');
  const box = useActorRefOf('search');
  const text = useSelector(box, selectText);
  const isOpen = useSelector(box, selectIsOpen);
  const search = useSelector(box, selectSearch);
  const active = useSelector(search ?? undefined, (state) => state?.context.active ?? null);
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-3"
      />
      <input
        ref={inputRef}
        type="search"
        role="combobox"
        aria-label={t('label')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? SEARCH_LIST : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active !== null ? optionId(active) : undefined}
        aria-keyshortcuts={SEARCH_KEY}
        placeholder={t('label')}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onPointerEnter={() => void panel.preload()}
        onFocus={() => box.send({ type: 'search.open' })}
        onClick={() => box.send({ type: 'search.open' })}
        onChange={(event) => box.send({ type: 'search.type', text: event.currentTarget.value })}
        onKeyDown={(event) => pressed(event, box, search)}
        className={cx(
          'min-h-10 w-full min-w-0 rounded-md border border-transparent bg-surface-2 ps-10 pe-3 text-base text-ink placeholder:text-ink-2',
          'hover:border-line-strong focus-visible:outline-offset-0 touch:min-h-11 touch:text-[1rem]',
        )}
      />
    </div>
  );
}

function Results({ className }: { className: string }) {
  const t = useTranslations();
  const box = useActorRefOf('search');
  const search = useSelector(box, selectSearch);
  const isFailed = useSelector(box, selectCodeFailed);
  const failure = (
    <p role="alert" className="p-4 text-sm text-ink-2">
      {t('search.codeFailed')}{' '}
      <button type="button" className="text-accent-text underline" onClick={() => box.send({ type: 'search.retry' })}>
        {t('common.retry')}
      </button>
    </p>
  );
  return (
    // A press leaves the focus in the field: the pressed element may be removed before it gets the focus.
    <div
      role="presentation"
      data-scroller=""
      onMouseDown={(event) => event.preventDefault()}
      className={cx('overflow-y-auto overscroll-contain bg-surface-1 text-ink', className)}
    >
      {isFailed && failure}
      <ChunkFailure value={failure}>{search && <panel.View search={search} />}</ChunkFailure>
    </div>
  );
}

const STEPS: Readonly<Record<string, Step>> = { ArrowDown: 'next', ArrowUp: 'previous' };

/**
 * Arrow keys select a result, Enter opens it, else the page of all results. Escape closes them, then clears the text.
 */
function pressed(event: KeyboardEvent<HTMLInputElement>, box: SearchBoxRef, search: SearchRef | null): void {
  if (event.nativeEvent.isComposing) return;
  const isOpen = selectIsOpen(box.getSnapshot());
  const step = STEPS[event.key];
  if (step && search) {
    event.preventDefault();
    if (!isOpen) box.send({ type: 'search.open' });
    search.send({ type: 'search.move', step });
    const { active } = search.getSnapshot().context;
    if (active !== null) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
    return;
  }
  if (event.key === 'Enter') {
    event.preventDefault();
    const active = isOpen ? (search?.getSnapshot().context.active ?? null) : null;
    const option = active === null ? null : document.getElementById(optionId(active));
    if (option) {
      option.click();
      return;
    }
    box.send({ type: 'search.submit' });
    focusPageWhenClosed(box);
  }
  if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    box.send(isOpen ? { type: 'search.close' } : { type: 'search.type', text: '' });
    if (!isOpen) box.send({ type: 'search.close' });
  }
}
