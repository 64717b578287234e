import { useSelector } from '@xstate/react';
import { Pencil } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AuthorRef } from '../../machines/authors/author.machine.ts';
import { selectIsDescriptionOpen } from '../../machines/authors/author.selectors.ts';
import { selectMayUpdate } from '../../machines/session/session.selectors.ts';
import type { AuthorDetail } from '../../schemas/api/author.ts';
import { useActorRefOf, usePageRef } from '../app/actors-context.tsx';
import { Description } from '../library/description.tsx';
import { usePictures } from '../library/use-pictures.ts';
import { AuthorImage } from '../ui/author-image.tsx';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';

/** CSS pixels. */
const PICTURE = 160;

export function AuthorHead({ author }: { author: AuthorDetail }) {
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
