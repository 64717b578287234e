import { useSelector } from '@xstate/react';
import { Sparkles, Square } from 'lucide-react';
import { useTranslations } from 'use-intl';
import {
  AUTHOR_SORTS,
  selectAuthorList,
  selectAuthorsQuery,
  selectMatching,
} from '../../machines/authors/authors.logic.ts';
import type { AuthorsRef } from '../../machines/authors/authors.machine.ts';
import { selectMayUpdate } from '../../machines/session/session.selectors.ts';
import { useActorRefOf, useMenu, usePageRef } from '../app/actors-context.tsx';
import { SortMenu } from '../library/sort-menu.tsx';
import { ListToolbar } from '../library/list-toolbar.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';
import { ViewMenuButton } from '../library/view-menu-button.tsx';
import { Button } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';

export function AuthorsToolbar() {
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
