import { useSelector } from '@xstate/react';
import { LibraryBig } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectLibraries } from '../../machines/libraries/libraries.selectors.ts';
import { useActorRefOf, useLinkTo } from '../app/actors-context.tsx';
import { MessagePage } from './message-page.tsx';
import { LibraryIcon } from '../ui/library-icon.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** The library is gone or forbidden: retrying would not help, other libraries do. */
export function LibraryNotFound() {
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
