import { useSelector } from '@xstate/react';
import { Settings2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectCoverSize } from '../../machines/preferences/preferences.selectors.ts';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';

/** Cover sizes to choose from: the width of a standard cover in CSS pixels. */
const SIZES = [
  { value: 80, name: 'sizeSmall' },
  { value: 120, name: 'sizeMedium' },
  { value: 160, name: 'sizeLarge' },
  { value: 200, name: 'sizeHuge' },
] as const;

interface ViewMenuButtonProps {
  /** Name of the menu. */
  id: string;
  /** Entries of this page, above the cover sizes. */
  entries?: readonly MenuEntry[] | undefined;
}

/** The menu of how a page of covers looks on this device. The cover size is one for all pages. */
export function ViewMenuButton({ id, entries = [] }: ViewMenuButtonProps) {
  const t = useTranslations('view');
  const preferences = useActorRefOf('preferences');
  const size = useSelector(preferences, selectCoverSize);
  const menu = useMenu(id);
  const coverSize: MenuEntry = {
    kind: 'choice',
    id: 'size',
    label: t('coverSize'),
    value: String(size),
    options: SIZES.map(({ value, name }) => ({ value: String(value), label: t(name) })),
    onChoose: (value) => preferences.send({ type: 'preferences.set', change: { bookshelfCoverSize: Number(value) } }),
  };
  return (
    <MenuButton
      {...menu}
      width={224}
      label={t('label')}
      icon={<Settings2 size={18} />}
      text={t('label')}
      iconOnPhone
      sheetTitle={t('label')}
      entries={[...entries, coverSize]}
    />
  );
}
