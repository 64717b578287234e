import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import {
  selectCandidate,
  selectCoverResults,
  selectCoverSearch,
  selectIsSending,
} from '../../../machines/edit/item-edit/item-edit.selectors.ts';
import { ALL_PROVIDERS } from '../../../machines/edit/item-edit/cover.logic.ts';
import type { CoverRef } from '../../../machines/edit/item-edit/cover.machine.ts';
import { selectServerKind } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FormMessage, submitting } from '../../ui/field.tsx';
import { useNaturalSize } from '../../ui/measured.ts';
import { Select } from '../../ui/select.tsx';
import { SearchFields } from './search-fields.tsx';

export function CoverSearch({ tab, isPodcast }: { tab: CoverRef; isPodcast: boolean }) {
  const t = useTranslations('editCover');
  const state = useSelector(tab, selectCoverResults);
  const { providers, provider, title, author } = useSelector(tab, selectCoverSearch, shallowEqual);
  if (state === 'failed') {
    return (
      <FormMessage tone="danger">
        <p className="mb-2">{t('providersFailed')}</p>
        <Button size="sm" onClick={() => tab.send({ type: 'cover.retry' })}>
          {t('retry')}
        </Button>
      </FormMessage>
    );
  }
  return (
    <>
      <form
        className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]"
        onSubmit={submitting(() => tab.send({ type: 'cover.search' }))}
      >
        {!isPodcast && (
          <Select
            label={t('provider')}
            value={provider === '' ? null : provider}
            placeholder={t('loadingProviders')}
            disabled={state === 'preparing'}
            options={providers.map(({ value, name }) => ({
              value,
              label: value === ALL_PROVIDERS ? t('allProviders') : name,
            }))}
            onChange={(next) => tab.send({ type: 'cover.setProvider', provider: next })}
          />
        )}
        <SearchFields
          titleLabel={isPodcast ? t('term') : t('title')}
          authorLabel={t('author')}
          isPodcast={isPodcast}
          title={title}
          author={author}
          onType={(field, text) => tab.send({ type: 'cover.type', field, text })}
        />
        {state === 'searching' ? (
          <Button onClick={() => tab.send({ type: 'cover.stop' })}>{t('stop')}</Button>
        ) : (
          <Button type="submit" busy={state === 'preparing'} disabled={title.trim() === ''}>
            {t('search')}
          </Button>
        )}
      </form>
      <Found tab={tab} />
    </>
  );
}

function Found({ tab }: { tab: CoverRef }) {
  const t = useTranslations('editCover');
  const isSearching = useSelector(tab, selectCoverResults) === 'searching';
  const found = useSelector(tab, ({ context }) => context.found);
  const { unanswered, requested } = useSelector(tab, ({ context }) => context.silent);
  const isSending = useSelector(tab, selectIsSending);
  const candidate = useSelector(tab, selectCandidate);
  const server = useSelector(useActorRefOf('session'), selectServerKind);
  const chosen = candidate?.kind === 'address' ? candidate.url : null;
  if (found === null) return null;
  const noneAnswered = requested > 0 && unanswered === requested;
  return (
    <>
      <p role="status" className="text-sm text-ink-2">
        {noneAnswered
          ? t('noneAnswered', { count: requested })
          : t(isSearching ? 'foundSoFar' : 'found', { count: found.length, server })}
        {unanswered > 0 && !noneAnswered && ` ${t('unanswered', { count: unanswered, requested })}`}
      </p>
      {found.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
          {found.map((url, index) => (
            <li key={url}>
              <FoundCover
                url={url}
                label={t('foundOne', { number: index + 1, site: siteOf(url) })}
                isChosen={url === chosen}
                disabled={isSending}
                onPress={() => tab.send({ type: 'cover.choose', candidate: { kind: 'address', url } })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const siteOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

interface FoundCoverProps {
  url: string;
  label: string;
  isChosen: boolean;
  disabled: boolean;
  onPress: () => void;
}

function FoundCover({ url, label, isChosen, disabled, onPress }: FoundCoverProps) {
  const t = useTranslations('editCover');
  const { size, isBroken, ...measure } = useNaturalSize();
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPress}
      className="flex w-full flex-col items-center gap-1 rounded-md border border-line p-1.5 hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-soft forced-colors:aria-pressed:outline-2"
    >
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        draggable={false}
        {...measure}
        className="aspect-square w-full rounded-sm object-contain"
      />
      <span className="min-h-4 text-xs text-ink-2 tabular-nums">
        {isBroken ? t('notShown') : size && t('pixels', { width: String(size.width), height: String(size.height) })}
      </span>
    </button>
  );
}
