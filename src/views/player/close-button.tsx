import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectMayClose } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** Stops and closes the player; a toast offers undo. Disabled while an item opens. */
export function CloseButton() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const mayClose = useSelector(player, selectMayClose);
  return (
    <IconButton
      label={t('close')}
      icon={<X size={20} />}
      shortcut="Escape"
      tipSide="top"
      disabled={!mayClose}
      onClick={() => player.send({ type: 'player.closePressed' })}
    />
  );
}
