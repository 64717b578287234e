import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectCurrentLibrary, selectLibraries } from '../../machines/account/libraries/libraries.selectors.ts';
import { hrefTo, isConfigRoute } from '../../machines/kit/router/routes.ts';
import { selectRoute } from '../../machines/app/session/session.selectors.ts';
import type { Library } from '../../schemas/api/library.ts';
import { LibraryIcon } from '../ui/library-icon.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';
import { useActorRefOf, useMenu } from './actors-context.tsx';

export function LibraryMenu() {
  const t = useTranslations('nav');
  const libraries = useActorRefOf('libraries');
  const all = useSelector(libraries, selectLibraries);
  const current = useSelector(libraries, selectCurrentLibrary);
  const staysHere = isConfigRoute(useSelector(useActorRefOf('session'), selectRoute));
  const menu = useMenu('libraries');
  if (!current) return null;
  const label = t('chooseLibrary', { name: current.name });
  const iconOf = ({ icon }: Library) => <LibraryIcon name={icon} size={18} />;
  const entries: readonly MenuEntry[] = staysHere
    ? [
        {
          kind: 'choice',
          id: 'libraries',
          label,
          value: current.id,
          options: all.map((library) => ({ value: library.id, label: library.name, icon: iconOf(library) })),
          closes: true,
          onChoose: (id) => libraries.send({ type: 'libraries.select', id }),
        },
      ]
    : all.map((library) => ({
        kind: 'link',
        id: library.id,
        label: library.name,
        icon: iconOf(library),
        to: hrefTo({ name: 'library', libraryId: library.id }),
        current: library.id === current.id,
      }));
  return (
    <MenuButton
      {...menu}
      label={label}
      icon={iconOf(current)}
      text={current.name}
      entries={entries}
      width={240}
      align="start"
    />
  );
}
