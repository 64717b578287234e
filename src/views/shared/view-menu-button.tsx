import { useSelector } from '@xstate/react';
import { Settings2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectCoverSize } from '../../machines/account/preferences/preferences.selectors.ts';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { useSheet } from '../texts/use-sheet.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';

/** Width of a standard cover in CSS pixels. */
const SIZES = [
  { value: 80, name: 'sizeSmall' },
  { value: 120, name: 'sizeMedium' },
  { value: 160, name: 'sizeLarge' },
  { value: 200, name: 'sizeHuge' },
] as const;

interface ViewMenuButtonProps {
  id: string;
  entries?: readonly MenuEntry[] | undefined;
}

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
      sheet={useSheet(t('label'))}
      entries={[...entries, coverSize]}
    />
  );
}
