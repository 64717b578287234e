import { BookOpen, Layers, MicVocal, Podcast, Shapes, Tag, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Route } from '../../../machines/kit/router/routes.ts';
import type { SearchGroupName, SearchRow } from '../../../machines/browse/search/results.logic.ts';
import type { SearchBoxEvent } from '../../../machines/browse/search/search.protocol.ts';
import { useActorRefOf, useLinkTo } from '../../app/actors-context.tsx';
import { usePictures } from '../../shared/use-library.ts';
import { AppLink } from '../../ui/links.tsx';
import { AuthorImage } from '../../ui/author-image.tsx';
import { cx } from '../../ui/cx.ts';
import { optionId, focusPageWhenClosed } from './box-parts.ts';

const ICONS: Record<SearchGroupName, LucideIcon> = {
  books: BookOpen,
  podcasts: Podcast,
  episodes: Podcast,
  authors: Users,
  series: Layers,
  tags: Tag,
  genres: Shapes,
  narrators: MicVocal,
};

/** CSS pixels. */
const PICTURE = 36;

interface RowPlace {
  /** Among all rows, from 0. */
  index: number;
  isActive: boolean;
}

export function ResultRow({ group, row, ...place }: RowPlace & { group: SearchGroupName; row: SearchRow }) {
  const t = useTranslations();
  const detail =
    row.count === null
      ? row.by
      : group === 'tags' || group === 'genres'
        ? t('search.items', { count: row.count })
        : t('library.books', { count: row.count });
  return (
    <RowLink {...place} route={row.route} item={row.item} event={{ type: 'search.follow' }}>
      <Picture group={group} row={row} />
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate text-sm text-ink">{row.title || t('common.untitled')}</bdi>
        {detail && <bdi className="truncate text-xs text-ink-2">{detail}</bdi>}
      </span>
    </RowLink>
  );
}

function Picture({ group, row }: { group: SearchGroupName; row: SearchRow }) {
  const { coverOf, portraitOf } = usePictures();
  const Icon = ICONS[group];
  const cover = row.cover ? coverOf(row.cover, PICTURE) : null;
  if (row.author) {
    return (
      <span className="size-9 shrink-0 overflow-hidden rounded-full *:h-full">
        <AuthorImage {...portraitOf(row.author, PICTURE)} name={row.author.name} width={PICTURE} />
      </span>
    );
  }
  return (
    <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface-2 text-ink-2">
      {cover?.src ? (
        <img
          src={cover.src}
          srcSet={cover.src2x && `${cover.src} 1x, ${cover.src2x} 2x`}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <Icon size={18} aria-hidden="true" />
      )}
    </span>
  );
}

export function RowLink({
  route,
  item = null,
  index,
  isActive,
  event,
  className,
  children,
}: RowPlace & {
  route: Route;
  item?: SearchRow['item'];
  event: SearchBoxEvent;
  className?: string | undefined;
  children: ReactNode;
}) {
  const box = useActorRefOf('search');
  const link = useLinkTo()(route, item ?? undefined);
  const press = (click: MouseEvent) => {
    // Enter in the field: neither hover nor focus has prefetched the page.
    link.onPrefetch();
    // A modified click opens a tab or window: this page stays.
    if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
    // The box opens the results itself.
    if (event.type === 'search.submit') click.preventDefault();
    box.send(event);
    focusPageWhenClosed(box);
  };
  return (
    <AppLink
      {...link}
      id={optionId(index)}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={press}
      className={cx(
        'flex min-h-11 items-center gap-3 rounded-md px-2 py-1 text-sm no-underline hover:bg-surface-2 aria-selected:bg-accent-soft forced-colors:aria-selected:outline-2',
        className,
      )}
    >
      {children}
    </AppLink>
  );
}
