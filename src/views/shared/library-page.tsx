import type { ReactNode } from 'react';
import { useSelector } from '@xstate/react';
import { LibraryBig } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AppError } from '../../schemas/app-error.ts';
import { PageHeading } from '../texts/page-title.tsx';
import { selectLibraries } from '../../machines/account/libraries/libraries.selectors.ts';
import { useActorRefOf, useLinkTo } from '../app/actors-context.tsx';
import { LibraryIcon } from '../ui/library-icon.tsx';
import { LinkButton } from '../ui/links.tsx';
import { useCurrentLibrary } from './use-library.ts';
import { MessagePage } from './message-page.tsx';

interface LibraryPageProps {
  title: string;
  heading: (library: string) => string;
  error: AppError | null;
  children: ReactNode;
}

export function LibraryPage({ title, heading, error, children }: LibraryPageProps) {
  const library = useCurrentLibrary();
  if (error?.kind === 'notFound' || error?.kind === 'forbidden') return <LibraryNotFound />;
  return (
    <>
      <PageHeading title={library ? heading(library.name) : title} />
      {children}
    </>
  );
}

/** The library was removed or is forbidden: retrying would not help, other libraries do. */
function LibraryNotFound() {
  const t = useTranslations('library');
  const linkTo = useLinkTo();
  const libraries = useSelector(useActorRefOf('libraries'), selectLibraries);
  return (
    <MessagePage
      icon={<LibraryBig size={26} />}
      message={t('notFound')}
      detail={t('notFoundDetail')}
      action={libraries.map(({ id, name, icon }) => (
        <LinkButton
          key={id}
          icon={<LibraryIcon name={icon} size={18} />}
          {...linkTo({ name: 'library', libraryId: id })}
        >
          {name}
        </LinkButton>
      ))}
    />
  );
}
