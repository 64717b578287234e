import { useSelector } from '@xstate/react';
import { UsersRound } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { AuthorsRef } from '../../machines/authors/authors.machine.ts';
import { selectAuthorLetters, selectAuthorList } from '../../machines/authors/authors.logic.ts';
import type { Author } from '../../schemas/api/author.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCardWidth } from '../library/card-size.ts';
import { ListPage } from '../library/list-page.tsx';
import { AUTHOR_RATIO } from '../ui/author-image.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { ListedAuthor } from './listed-author.tsx';

export { AuthorsToolbar as Toolbar } from './authors-toolbar.tsx';

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
