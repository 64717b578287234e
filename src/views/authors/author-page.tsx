import { useSelector } from '@xstate/react';
import { UserRoundX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AuthorRef } from '../../machines/authors/author.machine.ts';
import { selectAuthor, selectAuthorError, selectAuthorState } from '../../machines/authors/author.selectors.ts';
import { useLinkTo, usePageRef } from '../app/actors-context.tsx';
import { FailedPage } from '../library/failed-page.tsx';
import { MessagePage } from '../library/message-page.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';
import { PageTitle } from '../texts/page-title.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { ItemSkeleton } from '../ui/skeleton.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { AuthorBooks } from './author-books.tsx';
import { AuthorHead } from './author-head.tsx';

export { AuthorToolbar as Toolbar } from './author-toolbar.tsx';

export function Page() {
  const t = useTranslations('authors');
  const page = usePageRef<AuthorRef>();
  const state = useSelector(page, selectAuthorState);
  const author = useSelector(page, selectAuthor);
  const error = useSelector(page, selectAuthorError);
  switch (state) {
    case 'loading':
      return (
        <PageInset className="pt-1">
          <Waiting label={t('loading')}>
            <ItemSkeleton aspect="square" />
          </Waiting>
        </PageInset>
      );
    case 'failed':
      return (
        <FailedPage isHeading message={t('failed')} error={error} onRetry={() => page.send({ type: 'author.retry' })} />
      );
    case 'missing':
      return (
        <MessagePage
          icon={<UserRoundX size={26} />}
          message={t('notFound')}
          detail={t('notFoundDetail')}
          action={<AllAuthors />}
        />
      );
    case 'ready':
      if (!author) return null;
      return (
        <>
          <PageTitle title={author.name} />
          <PageInset className="pt-1">
            <AuthorHead author={author} />
          </PageInset>
          <AuthorBooks author={author} />
        </>
      );
  }
}

function AllAuthors() {
  const t = useTranslations('authors');
  const linkTo = useLinkTo();
  const library = useCurrentLibrary();
  return (
    library && (
      <LinkButton variant="primary" {...linkTo({ name: 'libraryAuthors', libraryId: library.id })}>
        {t('backToList')}
      </LinkButton>
    )
  );
}
