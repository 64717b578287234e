import { useDeferredValue } from 'react';
import { useTranslations, useLocale } from 'use-intl';
import { CircleCheck, RotateCcw } from 'lucide-react';
import { useSelector } from '@xstate/react';
import { wholeBook, type ShownBook, trackCount } from '../../../machines/kit/shown-item.logic.ts';
import type { BookItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { AppLink } from '../../ui/links.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { ExplicitBadge } from '../../ui/title-badges.tsx';
import { filteredShelf } from '../../../machines/browse/item/item.logic.ts';
import { formatBytes, formatDuration, formatPercent } from '../../format/amounts.ts';
import { formatLanguage } from '../../format/names.ts';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { useDayText } from '../../shared/value-text.ts';
import { useLeftText, useProgress, useShare } from '../../shared/use-progress.ts';
import { handFocusOn } from '../../ui/focus.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { focusBeside } from '../../ui/roving.ts';
import { selectRelated } from '../../../machines/browse/item/item.selectors.ts';
import type { RelatedRef } from '../../../machines/browse/item/related.machine.ts';
import { selectHasRelated } from '../../../machines/browse/item/related.selectors.ts';
import { chunk } from '../../ui/chunk.tsx';
import { BookActions } from './book-actions.tsx';
import { ChapterList } from './chapter-list.tsx';
import { EbookList } from './ebook-list.tsx';
import { FileTables } from './file-tables.tsx';
import { FilesNews, ItemChips, ItemDescription, ItemLayout, LinkList, LoadingBody } from './item-layout.tsx';

export function BookPage({ item, title }: { item: ShownBook; title: string }) {
  return (
    <ItemLayout item={item} title={title} author={item.media.metadata.authorName} head={<BookHead item={item} />}>
      <BookActions item={item} title={title} />
      <ProgressPanel itemId={item.id} episodeId={null} />
      <BookBody item={item} />
    </ItemLayout>
  );
}

/** Long parts render after the head was painted. */
function BookBody({ item }: { item: ShownBook }) {
  const whole = useDeferredValue(wholeBook(item), null);
  return whole ? <BookParts item={whole} /> : <LoadingBody />;
}

function BookParts({ item }: { item: BookItemExpanded }) {
  const { metadata, tags } = item.media;
  return (
    <>
      <ItemDescription html={metadata.description} />
      <ItemChips libraryId={item.libraryId} genres={metadata.genres} tags={tags} />
      <div>
        <ChapterList item={item} />
        <EbookList item={item} />
        <FileTables item={item} />
        <FilesNews />
      </div>
      <Related />
    </>
  );
}

function BookHead({ item }: { item: ShownBook }) {
  const t = useTranslations('item');
  const tCard = useTranslations('card');
  const linkTo = useLinkTo();
  const { metadata } = item.media;
  const whole = wholeBook(item)?.media.metadata;
  const series = whole ? whole.series.length > 0 : metadata.seriesName;
  return (
    <>
      {metadata.subtitle && (
        <p dir="auto" className="text-match text-lg text-pretty text-ink-2">
          {metadata.subtitle}
        </p>
      )}
      {metadata.authorName && (
        <p className="text-lg text-ink">
          {t.rich('byAuthors', {
            list: () =>
              whole ? (
                <LinkList
                  entries={whole.authors.map(({ id, name }) => ({
                    key: id,
                    name,
                    ...linkTo({ name: 'author', id }),
                  }))}
                />
              ) : (
                <bdi>{metadata.authorName}</bdi>
              ),
          })}
        </p>
      )}
      {series && (
        <p className="text-sm text-ink-2">
          <Dotted>
            {whole?.series.map(({ id, name, sequence }) => (
              <AppLink
                key={id}
                {...linkTo({ name: 'series', libraryId: item.libraryId, seriesId: id })}
                className="text-inherit hover:text-ink"
              >
                <bdi>{sequence ? t('seriesNumber', { name, sequence }) : name}</bdi>
              </AppLink>
            )) ?? <bdi>{metadata.seriesName}</bdi>}
          </Dotted>
        </p>
      )}
      <BookDetails item={item} />
      {(metadata.explicit || whole?.abridged) && (
        <p className="flex items-center gap-2 pt-1">
          {metadata.explicit && (
            <span className="inline-flex items-center gap-1.5 text-sm text-ink-2">
              <ExplicitBadge label={tCard('explicit')} />
              {tCard('explicit')}
            </span>
          )}
          {whole?.abridged && <Badge>{t('abridged')}</Badge>}
        </p>
      )}
    </>
  );
}

/** Unknown facts are omitted. */
function BookDetails({ item }: { item: ShownBook }) {
  const t = useTranslations('item');
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { metadata, duration } = item.media;
  const whole = wholeBook(item)?.media.metadata;
  const shelf = (group: 'narrators' | 'publishers' | 'languages', name: string, shown = name) => ({
    key: name,
    name: shown,
    ...linkTo(filteredShelf(item.libraryId, group, name)),
  });
  const narrators = whole?.narrators.map((name) => shelf('narrators', name)) ?? [];
  return (
    <p className="text-sm text-pretty text-ink-2 tabular-nums">
      <Dotted>
        {trackCount(item) > 0 && duration > 0 && formatDuration(duration, locale)}
        {metadata.narratorName && (
          <>
            {t.rich('readBy', {
              list: () => (whole ? <LinkList entries={narrators} /> : <bdi>{metadata.narratorName}</bdi>),
            })}
          </>
        )}
        {metadata.publishedYear}
        {whole?.publisher && <LinkList entries={[shelf('publishers', whole.publisher)]} />}
        {whole?.language && (
          <LinkList entries={[shelf('languages', whole.language, formatLanguage(whole.language, locale))]} />
        )}
        {formatBytes(item.size, locale)}
      </Dotted>
    </p>
  );
}

function ProgressPanel({ itemId, episodeId }: { itemId: string; episodeId: string | null }) {
  const t = useTranslations('item');
  const locale = useLocale();
  const page = usePageRef<ItemRef>();
  const progress = useProgress(itemId, episodeId);
  const share = useShare(itemId, episodeId);
  const left = useLeftText(itemId, episodeId);
  const date = useDayText();
  if (!progress && share === 0) return null;
  const isFinished = progress?.isFinished ?? false;
  const finishedAt = progress?.finishedAt ?? null;
  const startedAt = progress?.startedAt ?? null;
  return (
    <section ref={handFocusOn} aria-label={t('progress')} className="flex max-w-xl items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 flex items-center gap-2 text-sm text-ink-2 tabular-nums">
          {isFinished && <CircleCheck size={16} className="shrink-0 text-success" />}
          <span>
            <Dotted>
              {isFinished
                ? finishedAt !== null && t('finishedOn', { date: date(finishedAt) })
                : formatPercent(share, locale)}
              {!isFinished && left}
              {startedAt !== null && t('startedOn', { date: date(startedAt) })}
            </Dotted>
          </span>
        </p>
        <ProgressLine value={isFinished ? 1 : share} tone={isFinished ? 'success' : 'accent'} />
      </div>
      {progress && (
        <IconButton
          label={t('resetProgress')}
          icon={<RotateCcw size={17} />}
          onClick={({ currentTarget }) => {
            page.send({ type: 'item.resetProgress', episodeId });
            focusBeside(currentTarget);
          }}
        />
      )}
    </section>
  );
}

const rows = chunk(async () => (await import('./related-rows.tsx')).RelatedRows);

function Related() {
  const related = useSelector(usePageRef<ItemRef>(), selectRelated);
  return related ? <Found related={related} /> : null;
}

function Found({ related }: { related: RelatedRef }) {
  return useSelector(related, selectHasRelated) ? <rows.View related={related} /> : null;
}
