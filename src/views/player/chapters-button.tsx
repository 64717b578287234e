import { useSelector } from '@xstate/react';
import { ListOrdered } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectChapters } from '../../machines/player/player.selectors.ts';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { chunk } from '../ui/chunk.tsx';
import { useDomStore } from '../ui/dom-store.ts';
import { IconButton } from '../ui/icon-button.tsx';

const chaptersPopover = chunk(async () => (await import('./chapters-popover.tsx')).ChaptersPopover);

/** Opens the list of chapters; not there without chapters (PLR-017). */
export function ChaptersButton() {
  const t = useTranslations('player');
  const hasChapters = useSelector(useActorRefOf('player'), (state) => selectChapters(state).length > 0);
  const { open, onOpenChange } = useMenu('player-chapters');
  const [anchor, anchorStore] = useDomStore<HTMLElement | null>(null);
  if (!hasChapters) return null;
  const trigger = { ref: anchorStore.write, onPointerEnter: chaptersPopover.preload, onFocus: chaptersPopover.preload } as const;
  return (
    <>
      <IconButton
        {...trigger}
        label={t('chapters')}
        icon={<ListOrdered size={20} />}
        tipSide="top"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpenChange(!open)}
      />
      {open && <chaptersPopover.View anchor={anchor} onDismiss={() => onOpenChange(false)} />}
    </>
  );
}
