import { useSelector } from '@xstate/react';
import { SlidersHorizontal } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { HISTORY_MENU } from '../../machines/player/history.logic.ts';
import { selectHistoryRef } from '../../machines/player/player.selectors.ts';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { chunk } from '../ui/chunk.tsx';
import { usePreloaded } from './use-preloaded.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useTrigger } from '../ui/use-trigger.ts';

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
