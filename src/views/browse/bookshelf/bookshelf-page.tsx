import { useSelector } from '@xstate/react';
import { LibraryBig, SearchX } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { BookshelfRef } from '../../../machines/browse/bookshelf/bookshelf.machine.ts';
import { selectIsListLayout } from '../../../machines/account/preferences/preferences.selectors.ts';
import { selectHasBoards, selectIsAdmin } from '../../../machines/app/session/session.selectors.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { useCardWidth } from '../../shared/card-size.ts';
import { ListPage } from '../../shared/list-page.tsx';
import { useCoverAspect, useCurrentLibrary } from '../../shared/use-library.ts';
import { Button } from '../../ui/button.tsx';
import { COVER_RATIO } from '../../ui/cover-shape.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/links.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { ShelfCard } from './shelf-card.tsx';
import { useFilterText } from '../../shared/filter-text.ts';

export { BookshelfToolbar as Toolbar } from './bookshelf-toolbar.tsx';

/** Height of a line of the list, in rem: its cover with some room. */
const LINE_REM = { square: 4.75, book: 6.75 } as const;

export function Page() {
  const t = useTranslations('bookshelf');
  const page = usePageRef<BookshelfRef>();
  const { filter } = useSelector(page, ({ context }) => context.query);
  const shown = useFilterText(filter) ?? t('allItems');
  const aspect = useCoverAspect();
  const isList = useSelector(useActorRefOf('preferences'), selectIsListLayout);
  const hasBoards = useSelector(useActorRefOf('session'), selectHasBoards);
  const renderItem = useCallback(
    (item: LibraryItemMinified, place: CellPlace) => (
      <ShelfCard {...place} item={item} aspect={aspect} isLine={isList} />
    ),
    [aspect, isList],
  );
  return (
    <ListPage
      list={useSelector(page, ({ context }) => context.list)}
      letters={useSelector(page, ({ context }) => context.letters)}
      title={t('title')}
      heading={(library) => t('heading', { library, shown })}
      label={t('items')}
      loadingLabel={t('loading')}
      failedMessage={t('failed')}
      empty={<EmptyShelf />}
      hasToolbar
      minWidth={useCardWidth(aspect, 'grid')}
      ratio={COVER_RATIO[aspect]}
      lineRem={isList ? LINE_REM[aspect] : undefined}
      hasBoards={hasBoards}
      renderItem={renderItem}
    />
  );
}

function EmptyShelf() {
  const t = useTranslations('bookshelf');
  const tLibrary = useTranslations('library');
  const page = usePageRef<BookshelfRef>();
  const { filter } = useSelector(page, ({ context }) => context.query);
  const mediaType = useCurrentLibrary()?.mediaType ?? 'book';
  if (filter === null)
    return (
      <EmptyState
        icon={<LibraryBig size={26} />}
        message={tLibrary('empty', { mediaType })}
        detail={t('emptyDetail')}
        action={<AddPodcastLink />}
      />
    );
  return (
    <EmptyState
      icon={<SearchX size={26} />}
      message={filter === 'issues' ? t('noIssues') : t('nothingFound')}
      action={
        <Button variant="primary" onClick={() => page.send({ type: 'bookshelf.filter', filter: null })}>
          {t('clearFilter')}
        </Button>
      }
    />
  );
}

function AddPodcastLink() {
  const t = useTranslations('nav');
  const library = useCurrentLibrary();
  const linkTo = useLinkTo();
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  if (!isAdmin || library?.mediaType !== 'podcast') return null;
  return (
    <LinkButton variant="primary" {...linkTo({ name: 'libraryPodcastSearch', libraryId: library.id })}>
      {t('addPodcast')}
    </LinkButton>
  );
}
