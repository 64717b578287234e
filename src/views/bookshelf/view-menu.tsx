import { useSelector } from '@xstate/react';
import { Settings2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectCollapsesSeries, selectCoverSize, selectShowsSubtitles } from '../../machines/preferences/preferences.selectors.ts';
import type { MediaType } from '../../schemas/api/common.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';

/** Sizes of a standard cover to choose from, in CSS pixels. */
const SIZES = [{ value: 80, name: 'sizeSmall' }, { value: 120, name: 'sizeMedium' }, { value: 160, name: 'sizeLarge' }, { value: 200, name: 'sizeHuge' }] as const;

/** How the shelf is shown on this device. */
export function ViewMenu({ mediaType }: { mediaType: MediaType }) {
  const t = useTranslations('bookshelf');
  const preferences = useActorRefOf('preferences');
  const size = useSelector(preferences, selectCoverSize);
  const showSubtitles = useSelector(preferences, selectShowsSubtitles);
  const collapseSeries = useSelector(preferences, selectCollapsesSeries);
  const menu = useMenu('bookshelf-view');
  const set = (change: Partial<Preferences>) => preferences.send({ type: 'preferences.set', change });
  const ofBooks: readonly MenuEntry[] = mediaType === 'book' ? [
    { kind: 'check', id: 'collapse', label: t('collapseSeries'), checked: collapseSeries, onToggle: (checked) => set({ collapseSeries: checked }) },
    { kind: 'check', id: 'subtitles', label: t('showSubtitles'), checked: showSubtitles, onToggle: (checked) => set({ showSubtitles: checked }) },
    { kind: 'separator', id: 'line' },
  ] : [];
  return (
    <MenuButton
      {...menu}
      width={224}
      label={t('view')}
      icon={<Settings2 size={18} />}
      entries={[
        ...ofBooks,
        {
          kind: 'choice', id: 'size', label: t('coverSize'), value: String(size),
          options: SIZES.map(({ value, name }) => ({ value: String(value), label: t(name) })),
          onChoose: (value) => set({ bookshelfCoverSize: Number(value) }),
        },
      ]}
    />
  );
}
