import { useSelector } from '@xstate/react';
import { UsersRound, Sparkles, Square, Pencil } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { AuthorsRef } from '../../../machines/browse/authors/authors.machine.ts';
import type { Author } from '../../../schemas/api/author.ts';
import { usePageRef, useActorRefOf, useMenu } from '../../app/actors-context.tsx';
import { useCardWidth } from '../../shared/card-size.ts';
import { ListPage } from '../../shared/list-page.tsx';
import { AUTHOR_RATIO } from '../../ui/author-image.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { selectMayUpdate } from '../../../machines/app/session/session.selectors.ts';
import { SortMenu } from '../../shared/sort-menu.tsx';
import { ListToolbar } from '../../shared/list-toolbar.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';
import { ViewMenuButton } from '../../shared/view-menu-button.tsx';
import { Button } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { AuthorCard } from '../../shared/entity-cards.tsx';
import {
  selectAuthorLetters,
  selectAuthorList,
  selectAuthorsQuery,
  selectMatching,
  AUTHOR_SORTS,
} from '../../../machines/browse/authors/authors.logic.ts';

export { AuthorsToolbar as Toolbar };

export function Page() {
  const t = useTranslations('authors');
  const page = usePageRef<AuthorsRef>();
  const list = useSelector(page, selectAuthorList);
  const renderItem = useCallback(
    (author: Author, { width, tabIndex }: CellPlace) => (
      <ListedAuthor author={author} width={width} tabIndex={tabIndex} />
    ),
    [],
  );
  return (
    <ListPage
      list={list}
      letters={useSelector(page, selectAuthorLetters)}
      title={t('title')}
      heading={(library) => t('heading', { library })}
      label={t('title')}
      loadingLabel={t('loadingList')}
      failedMessage={t('listFailed')}
      empty={<EmptyState icon={<UsersRound size={26} />} message={t('empty')} detail={t('emptyDetail')} />}
      hasToolbar
      minWidth={useCardWidth('square', 'shelf')}
      ratio={AUTHOR_RATIO}
      renderItem={renderItem}
    />
  );
}

function AuthorsToolbar() {
  const t = useTranslations('authors');
  const page = usePageRef<AuthorsRef>();
  const { sort, desc } = useSelector(page, selectAuthorsQuery);
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  return (
    <ListToolbar
      list={useSelector(page, selectAuthorList)}
      counted={(count) => t('count', { count })}
      chosen={<Matching />}
    >
      <SortMenu
        id="authors-sort"
        sorts={AUTHOR_SORTS}
        sort={sort}
        desc={desc}
        onChoose={(key) => page.send({ type: 'authors.sort', key })}
      />
      <ViewMenuButton id="authors-view" />
      {mayUpdate && <MatchMenu />}
    </ListToolbar>
  );
}

function Matching() {
  const t = useTranslations('authors');
  const page = usePageRef<AuthorsRef>();
  const progress = useSelector(page, selectMatching);
  if (!progress) return null;
  return (
    <div className="flex items-center gap-2 text-sm text-ink-2 tabular-nums">
      <p role="status">
        {progress.total > 0
          ? t('matchingProgress', { done: progress.done, total: progress.total })
          : t('matchStarting')}
      </p>
      <Button size="sm" icon={<Square size={13} />} onClick={() => page.send({ type: 'authors.stopMatching' })}>
        {t('stopMatching')}
      </Button>
    </div>
  );
}

function MatchMenu() {
  const t = useTranslations('authors');
  const tCard = useTranslations('card');
  const page = usePageRef<AuthorsRef>();
  const provider = useCurrentLibrary()?.provider ?? '';
  const isMatching = useSelector(page, selectMatching) !== null;
  const menu = useMenu('authors-match');
  return (
    <MenuButton
      {...menu}
      label={tCard('moreShort')}
      width={224}
      entries={[
        {
          kind: 'action',
          id: 'match',
          label: t('matchAll'),
          icon: <Sparkles size={16} />,
          disabled: isMatching,
          onSelect: () => page.send({ type: 'authors.matchAll', provider }),
        },
      ]}
    />
  );
}

interface ListedAuthorProps {
  author: Author;
  width: number;
  tabIndex: number;
}

function ListedAuthor({ author, width, tabIndex }: ListedAuthorProps) {
  const t = useTranslations('authors');
  const tCard = useTranslations('card');
  const page = usePageRef<AuthorsRef>();
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  const menu = useMenu(`author/${author.id}`);
  return (
    <AuthorCard
      author={author}
      width={width}
      tabIndex={tabIndex}
      more={
        mayUpdate
          ? {
              label: t('more', { name: author.name }),
              tip: tCard('moreShort'),
              ...menu,
              entries: () => [
                {
                  kind: 'action',
                  id: 'edit',
                  label: t('editAuthor'),
                  icon: <Pencil size={16} />,
                  onSelect: () => page.send({ type: 'authors.edit', author }),
                },
              ],
            }
          : undefined
      }
    />
  );
}
