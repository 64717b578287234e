import { useSelector } from '@xstate/react';
import { ListOrdered } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectChapters } from '../../machines/player/player.selectors.ts';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { chunk } from '../ui/chunk.tsx';
import { usePreloaded } from './use-preloaded.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useTrigger } from '../ui/use-trigger.ts';

const chaptersDialog = chunk(async () => (await import('./chapters-dialog.tsx')).ChaptersDialog);

/** Opens the list of chapters, as the key L does. Nothing without chapters. */
export function ChaptersButton() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const hasChapters = useSelector(player, (state) => selectChapters(state).length > 0);
  const { open, onOpenChange } = useMenu('player-chapters');
  const { trigger } = useTrigger({
    popup: 'dialog',
    open,
    onPress: () => player.send({ type: 'player.openChapters' }),
    onPrefetch: chaptersDialog.preload,
  });
  usePreloaded(chaptersDialog);
  if (!hasChapters) return null;
  return (
    <>
      <IconButton {...trigger} label={t('chapters')} icon={<ListOrdered size={20} />} shortcut="L" tipSide="top" />
      {open && <chaptersDialog.View onDismiss={() => onOpenChange(false)} />}
    </>
  );
}
