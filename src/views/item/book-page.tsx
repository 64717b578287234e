import { useDeferredValue } from 'react';
import { useTranslations } from 'use-intl';
import { wholeBook, type ShownBook } from '../../machines/library/shown-item.logic.ts';
import type { BookItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { AppLink } from '../ui/app-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Dotted } from '../ui/dotted.tsx';
import { ExplicitBadge } from '../ui/explicit-badge.tsx';
import { BookActions } from './book-actions.tsx';
import { BookDetails } from './book-details.tsx';
import { ChapterList } from './chapter-list.tsx';
import { EbookList } from './ebook-list.tsx';
import { FileTables } from './file-tables.tsx';
import { FilesNews } from './files-news.tsx';
import { ItemChips } from './item-chips.tsx';
import { ItemDescription } from './item-description.tsx';
import { ItemLayout } from './item-layout.tsx';
import { LinkList } from './link-list.tsx';
import { LoadingBody } from './loading-body.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { Related } from './related.tsx';

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
