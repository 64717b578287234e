import { useSelector } from '@xstate/react';
import { UserRoundX, Pencil, BookX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AuthorRef } from '../../../machines/browse/authors/author.machine.ts';
import {
  selectAuthor,
  selectAuthorError,
  selectAuthorState,
  selectIsDescriptionOpen,
} from '../../../machines/browse/authors/author.selectors.ts';
import { useLinkTo, usePageRef, useActorRefOf } from '../../app/actors-context.tsx';
import { FailedPage, MessagePage } from '../../shared/message-page.tsx';
import { useCurrentLibrary, usePictures } from '../../shared/use-library.ts';
import { PageTitle } from '../../texts/page-title.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ItemSkeleton, Waiting } from '../../ui/waiting.tsx';
import { TrailToolbar } from '../../shared/trail-toolbar.tsx';
import { ViewMenuButton } from '../../shared/view-menu-button.tsx';
import { selectMayUpdate } from '../../../machines/app/session/session.selectors.ts';
import { Description } from '../../shared/description.tsx';
import { AuthorImage } from '../../ui/author-image.tsx';
import { Button } from '../../ui/button.tsx';
import { Heading } from '../../ui/heading.tsx';
import { toFilterText } from '../../../machines/browse/bookshelf/query.logic.ts';
import { hrefTo } from '../../../machines/kit/router/routes.ts';
import { BookRow } from '../../shared/book-row.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { AuthorDetail } from '../../../schemas/api/author.ts';

export { AuthorToolbar as Toolbar };

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

function AuthorToolbar() {
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

/** CSS pixels. */
const PICTURE = 160;

function AuthorHead({ author }: { author: AuthorDetail }) {
  const t = useTranslations('authors');
  const page = usePageRef<AuthorRef>();
  const { portraitOf } = usePictures();
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  const expanded = useSelector(page, selectIsDescriptionOpen);
  const books = author.libraryItems;
  return (
    <header className="flex gap-6 pb-4 phone:gap-4 max-sm:flex-col">
      <div className="w-40 shrink-0 phone:w-28">
        <AuthorImage {...portraitOf(author, PICTURE)} name={author.name} width={PICTURE} priority="high" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
        <Heading level={1} className="text-match">
          <bdi>{author.name}</bdi>
        </Heading>
        {books && (
          <p className="text-sm text-ink-2 tabular-nums">
            {t('books', { count: books.items.length + books.dropped.length })}
          </p>
        )}
        {mayUpdate && (
          <Button icon={<Pencil size={16} />} onClick={() => page.send({ type: 'author.edit' })}>
            {t('edit')}
          </Button>
        )}
        <Description
          html={author.description}
          expanded={expanded}
          onToggle={() => page.send({ type: 'author.toggleDescription' })}
        />
      </div>
    </header>
  );
}

/** Books in the row of all; the heading leads to the others. */
const MOST_BOOKS = 60;

function AuthorBooks({ author }: { author: AuthorDetail }) {
  const t = useTranslations('authors');
  const { libraryId } = author;
  const books = author.libraryItems?.items ?? [];
  if (books.length === 0) return <EmptyState icon={<BookX size={26} />} message={t('noBooks')} />;
  const filter = toFilterText({ group: 'authors', value: author.id });
  return (
    <div className="flex flex-col gap-6 pt-2">
      <BookRow
        heading={t('books', { count: books.length })}
        to={hrefTo({ name: 'bookshelf', libraryId, filter })}
        place="author"
        books={books.slice(0, MOST_BOOKS)}
      />
      {author.series?.items.map(({ id, name, items }) => (
        <BookRow
          key={id}
          heading={name}
          to={hrefTo({ name: 'series', libraryId, seriesId: id })}
          place={`author/${id}`}
          books={items.items}
        />
      ))}
    </div>
  );
}
