import { useTranslations } from 'use-intl';
import type { BookItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { AppLink } from '../ui/app-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { ExplicitBadge } from '../ui/explicit-badge.tsx';
import { BookActions } from './book-actions.tsx';
import { BookFacts } from './book-facts.tsx';
import { ChapterList } from './chapter-list.tsx';
import { EbookList } from './ebook-list.tsx';
import { FileTables } from './file-tables.tsx';
import { ItemAlerts } from './item-alerts.tsx';
import { ItemChips } from './item-chips.tsx';
import { ItemCover } from './item-cover.tsx';
import { ItemDescription } from './item-description.tsx';
import { LinkList } from './link-list.tsx';
import { ProgressPanel } from './progress-panel.tsx';

/** A book, set like the back of one: cover, title, who, what it is, and the button that plays it. */
export function BookPage({ item }: { item: BookItemExpanded }) {
  const t = useTranslations('item');
  const tCard = useTranslations('card');
  const linkTo = useLinkTo();
  const { metadata, tags } = item.media;
  const title = metadata.title || tCard('untitled');
  return (
    <article className="mx-auto flex max-w-6xl gap-10 phone:flex-col phone:gap-5">
      <ItemCover item={item} title={title} author={metadata.authorName} />
      <div className="flex min-w-0 flex-1 flex-col gap-5">
        <ItemAlerts item={item} />
        <header className="flex flex-col gap-1.5">
          <h1 dir="auto" className="text-match text-3xl leading-tight font-semibold tracking-tight text-balance text-ink phone:text-2xl">{title}</h1>
          {metadata.subtitle && <p dir="auto" className="text-match text-lg text-pretty text-ink-2">{metadata.subtitle}</p>}
          {metadata.authors.length > 0 && (
            <p className="text-lg text-ink">
              {t.rich('byAuthors', { list: () => <LinkList entries={metadata.authors.map(({ id, name }) => ({ key: id, name, ...linkTo({ name: 'author', id }) }))} /> })}
            </p>
          )}
          {metadata.series.length > 0 && (
            <p className="text-sm text-ink-2">
              {metadata.series.map(({ id, name, sequence }, index) => (
                <span key={id}>
                  {index > 0 && ' · '}
                  <AppLink {...linkTo({ name: 'series', libraryId: item.libraryId, seriesId: id })} className="text-inherit hover:text-ink">
                    <bdi>{sequence ? t('seriesNumber', { name, sequence }) : name}</bdi>
                  </AppLink>
                </span>
              ))}
            </p>
          )}
          <BookFacts item={item} />
          {(metadata.explicit || metadata.abridged) && (
            <p className="flex items-center gap-2 pt-1">
              {metadata.explicit && <span className="inline-flex items-center gap-1.5 text-sm text-ink-2"><ExplicitBadge label={tCard('explicit')} />{tCard('explicit')}</span>}
              {metadata.abridged && <Badge>{t('abridged')}</Badge>}
            </p>
          )}
        </header>
        <BookActions item={item} title={title} />
        <ProgressPanel itemId={item.id} episodeId={null} />
        <ItemDescription html={metadata.description} />
        <ItemChips libraryId={item.libraryId} genres={metadata.genres} tags={tags} />
        <div>
          <ChapterList item={item} />
          <EbookList item={item} />
          <FileTables item={item} />
        </div>
      </div>
    </article>
  );
}
