import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectCurrentLibrary, selectLibraries } from '../../machines/libraries/libraries.selectors.ts';
import { hrefTo, isConfigRoute } from '../../machines/router/routes.ts';
import { selectRoute } from '../../machines/session/session.selectors.ts';
import { LibraryIcon } from '../ui/library-icon.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';
import { useActorRefOf, useMenu } from './actors-context.tsx';

/**
 * The drop-down of the libraries (BAR-002, LIB-015). Each leads to its home; in the settings it is only chosen
 * (LIB-002, LIB-003).
 */
export function LibraryMenu() {
  const t = useTranslations('nav');
  const libraries = useActorRefOf('libraries');
  const all = useSelector(libraries, selectLibraries);
  const current = useSelector(libraries, selectCurrentLibrary);
  const staysHere = isConfigRoute(useSelector(useActorRefOf('session'), selectRoute));
  const menu = useMenu('libraries');
  if (!current) return null;
  const entries = all.map(({ id, name, icon }): MenuEntry => {
    const entry = { id, label: name, icon: <LibraryIcon name={icon} size={18} /> };
    if (staysHere) return { ...entry, kind: 'action', onSelect: () => libraries.send({ type: 'libraries.select', id }) };
    return { ...entry, kind: 'link', to: hrefTo({ name: 'library', libraryId: id }), current: id === current.id };
  });
  return (
    <MenuButton
      {...menu}
      label={t('chooseLibrary', { name: current.name })}
      icon={<LibraryIcon name={current.icon} size={18} />}
      text={current.name}
      entries={entries}
      width={240}
      align="start"
    />
  );
}
