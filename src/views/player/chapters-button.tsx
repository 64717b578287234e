import { useSelector } from '@xstate/react';
import { ListOrdered } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { useTranslations } from 'use-intl';
import { selectChapters } from '../../machines/player/player.selectors.ts';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { useDomStore } from '../ui/dom-store.ts';
import { IconButton } from '../ui/icon-button.tsx';

const loadPopover = () => import('./chapters-popover.tsx');
const warm = () => void loadPopover();
const ChaptersPopover = lazy(() => loadPopover().then((module) => ({ default: module.ChaptersPopover })));

/** Opens the list of chapters; not there without chapters (PLR-017). */
export function ChaptersButton() {
  const t = useTranslations('player');
  const hasChapters = useSelector(useActorRefOf('player'), (state) => selectChapters(state).length > 0);
  const { open, onOpenChange } = useMenu('player-chapters');
  const [anchor, anchorStore] = useDomStore<HTMLElement | null>(null);
  if (!hasChapters) return null;
  const trigger = { ref: anchorStore.write, onPointerEnter: warm, onFocus: warm } as const;
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
      {open && <Suspense fallback={null}><ChaptersPopover anchor={anchor} onDismiss={() => onOpenChange(false)} /></Suspense>}
    </>
  );
}
