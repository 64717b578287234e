import { useSelector } from '@xstate/react';
import { Pencil } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AuthorsRef } from '../../machines/authors/authors.machine.ts';
import { selectMayUpdate } from '../../machines/session/session.selectors.ts';
import type { Author } from '../../schemas/api/author.ts';
import { useActorRefOf, useMenu, usePageRef } from '../app/actors-context.tsx';
import { AuthorCard } from '../library/entity-cards.tsx';

interface ListedAuthorProps {
  author: Author;
  width: number;
  tabIndex: number;
}

export function ListedAuthor({ author, width, tabIndex }: ListedAuthorProps) {
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
