import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { AuthorRef } from '../../machines/authors/author.machine.ts';
import { selectAuthor } from '../../machines/authors/author.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { TrailToolbar } from '../library/trail-toolbar.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';
import { ViewMenuButton } from '../library/view-menu-button.tsx';

export function AuthorToolbar() {
  const t = useTranslations('authors');
  const library = useCurrentLibrary();
  const author = useSelector(usePageRef<AuthorRef>(), selectAuthor);
  return (
    <TrailToolbar
      back={library && { to: { name: 'libraryAuthors', libraryId: library.id }, text: t('title') }}
      name={author?.name ?? null}
      end={<ViewMenuButton id="author-view" />}
    />
  );
}
