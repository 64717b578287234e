import { useSelector } from '@xstate/react';
import { ListOrdered, SlidersHorizontal } from 'lucide-react';
import { useTranslations } from 'use-intl';
import {
  selectChapters,
  selectHistoryRef,
  selectIsSettled,
} from '../../../machines/playback/player/player.selectors.ts';
import { useActorRefOf, useMenu } from '../../app/actors-context.tsx';
import { chunk } from '../../ui/chunk.tsx';
import type { Chunk } from '../../ui/chunk.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTrigger } from '../../ui/use-trigger.ts';
import { HISTORY_MENU } from '../../../machines/playback/player/history.logic.ts';

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

const settingsDialog = chunk(async () => (await import('./settings-dialog.tsx')).SettingsDialog);
const historyDialog = chunk(async () => (await import('./history-dialog.tsx')).HistoryDialog);

export function SettingsButton({ hidesHistory = false }: { hidesHistory?: boolean | undefined }) {
  const t = useTranslations('playerSettings');
  const history = useSelector(useActorRefOf('player'), selectHistoryRef);
  const settings = useMenu('player-settings');
  const { open: showsHistory } = useMenu(HISTORY_MENU);
  const { trigger } = useTrigger({
    popup: 'dialog',
    open: settings.open || showsHistory,
    onPress: settings.onOpenChange,
    onPrefetch: settingsDialog.preload,
  });
  usePreloaded(settingsDialog, ...(hidesHistory ? [] : [historyDialog]));
  return (
    <>
      <IconButton {...trigger} label={t('label')} icon={<SlidersHorizontal size={20} />} tipSide="top" />
      {settings.open && (
        <settingsDialog.View
          onHistory={hidesHistory ? undefined : () => history?.send({ type: 'history.open' })}
          onPrefetchHistory={historyDialog.preload}
          onDismiss={() => settings.onOpenChange(false)}
        />
      )}
      {showsHistory && history && <historyDialog.View history={history} />}
    </>
  );
}

/** Loads parts of the player once it sounds and the browser is idle: before the sound they would delay it. */
export function usePreloaded(...parts: readonly Pick<Chunk<never>, 'preloadWhenFree'>[]): void {
  if (useSelector(useActorRefOf('player'), selectIsSettled)) for (const part of parts) void part.preloadWhenFree();
}
