import { shallowEqual, useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { minutesLonger, type MatchResult } from '../../../machines/edit/item-edit/match-result.logic.ts';
import type { MatchRef } from '../../../machines/edit/item-edit/match.machine.ts';
import { selectMatchPart, selectMatchSearch } from '../../../machines/edit/item-edit/item-edit.selectors.ts';
import { selectServerKind } from '../../../machines/app/session/session.selectors.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Cover } from '../../ui/cover.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { FormMessage, submitting } from '../../ui/field.tsx';
import { htmlToText } from '../../ui/html-text.ts';
import { Select } from '../../ui/select.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { MatchReview } from './match-review.tsx';
import { SearchFields } from './search-fields.tsx';
import { ErrorMessage } from '../../shared/message-page.tsx';
import { formatList } from '../../format/lists.ts';

interface PartProps {
  tab: MatchRef;
  item: LibraryItemExpanded;
}

export function MatchTab({ tab, item }: PartProps) {
  const t = useTranslations('editMatch');
  const tAll = useTranslations();
  const part = useSelector(tab, selectMatchPart);
  const error = useSelector(tab, ({ context }) => context.error);
  switch (part) {
    case 'preparing':
      return (
        <Waiting label={t('preparing')}>
          <RowsSkeleton rows={4} />
        </Waiting>
      );
    case 'failed':
      return (
        <FormMessage tone="danger">
          <p className="mb-2">
            {t('providersFailed')} {error && errorText(tAll, error)}
          </p>
          <Button size="sm" onClick={() => tab.send({ type: 'match.retry' })}>
            {t('retry')}
          </Button>
        </FormMessage>
      );
    case 'looking':
      return <Looking tab={tab} item={item} />;
    case 'editing':
    case 'checking':
      return <MatchReview tab={tab} item={item} />;
  }
}

function Looking({ tab, item }: PartProps) {
  const t = useTranslations('editMatch');
  const { providers, provider, title, author } = useSelector(tab, selectMatchSearch, shallowEqual);
  const isSearching = useSelector(tab, (snapshot) => snapshot.matches({ looking: 'searching' }));
  const results = useSelector(tab, ({ context }) => context.results);
  const error = useSelector(tab, ({ context }) => context.error);
  const isPodcast = item.mediaType === 'podcast';
  const titleLabel = isPodcast ? 'term' : provider.startsWith('audible') ? 'titleOrAsin' : 'title';
  const server = useSelector(useActorRefOf('session'), selectServerKind);
  return (
    <div className="flex flex-col gap-4">
      <form
        className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]"
        onSubmit={submitting(() => tab.send({ type: 'match.search' }))}
      >
        <Select
          label={t('provider')}
          value={provider === '' ? null : provider}
          options={providers.map(({ value, name }) => ({ value, label: name }))}
          onChange={(next) => tab.send({ type: 'match.setProvider', provider: next })}
        />
        <SearchFields
          titleLabel={t(titleLabel)}
          authorLabel={t('author')}
          isPodcast={isPodcast}
          title={title}
          author={author}
          onType={(field, text) => tab.send({ type: 'match.type', field, text })}
        />
        <Button type="submit" busy={isSearching} disabled={title.trim() === ''}>
          {t('search')}
        </Button>
      </form>
      <ErrorMessage text={t('searchFailed')} error={error} />
      <p role="status" className="text-sm text-ink-2">
        {isSearching ? t('searching') : results && !error && t('found', { count: results.length, server })}
      </p>
      {results && results.length > 0 && (
        <ul>
          {results.map((result, index) => (
            <Result key={index} tab={tab} item={item} result={result} index={index} isOff={isSearching} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** CSS pixels. */
const COVER = 64;

function Result({
  tab,
  item,
  result,
  index,
  isOff,
}: PartProps & { result: MatchResult; index: number; isOff: boolean }) {
  const t = useTranslations('editMatch');
  const tCard = useTranslations('card');
  const tCommon = useTranslations('common');
  const locale = useLocale();
  const { title, subtitle, publishedYear, author, narrator, publisher, covers, series, description } = result;
  return (
    <li className="border-t border-line">
      <button
        type="button"
        aria-disabled={isOff || undefined}
        onClick={isOff ? undefined : () => tab.send({ type: 'match.choose', index })}
        className="flex w-full min-w-0 items-start gap-3 rounded-sm px-2 py-3 text-start -outline-offset-2 hover:bg-surface-2"
      >
        <span className="block w-16 shrink-0">
          <Cover
            src={covers[0] ?? null}
            aspect="square"
            width={COVER}
            title={title}
            author={author}
            invalidLabel={tCard('invalidCover')}
          />
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-0.5 text-sm text-ink-2">
          <span dir="auto" className="text-match text-base font-medium text-ink">
            {title || tCommon('untitled')}
            {publishedYear && <span className="font-normal text-ink-2 tabular-nums"> ({publishedYear})</span>}
          </span>
          {subtitle && (
            <span dir="auto" className="text-match">
              {subtitle}
            </span>
          )}
          <span>
            <Dotted>
              {author && t('by', { author })}
              {narrator && t('readBy', { narrator })}
              {publisher}
            </Dotted>
          </span>
          {series.length > 0 && (
            <bdi>
              {formatList(
                series.map(({ name, sequence }) => (sequence === '' ? name : `${name} #${sequence}`)),
                locale,
              )}
            </bdi>
          )}
          <Length item={item} result={result} />
          {description && (
            <span dir="auto" className="line-clamp-2 text-match text-xs">
              {htmlToText(description)}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}

function Length({ item, result }: Pick<PartProps, 'item'> & { result: MatchResult }) {
  const t = useTranslations('editMatch');
  const { minutes } = result;
  if (minutes === null || minutes <= 0) return null;
  const longer = minutesLonger(item, result);
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  return (
    <span className="tabular-nums">
      <Dotted>
        {hours > 0
          ? t('hours', { hours: String(hours), minutes: String(rest) })
          : t('minutes', { minutes: String(rest) })}
        {longer !== null &&
          (longer === 0 ? t('sameLength') : t(longer > 0 ? 'longer' : 'shorter', { count: Math.abs(longer) }))}
      </Dotted>
    </span>
  );
}
