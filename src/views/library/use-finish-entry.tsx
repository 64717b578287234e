import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';
import { useProgress } from './use-progress.ts';

export function useFinishEntry(libraryItemId: string, episodeId: string | null, title: string): MenuEntry {
  const t = useTranslations('common');
  const progress = useActorRefOf('progress');
  const isFinished = useProgress(libraryItemId, episodeId)?.isFinished ?? false;
  return {
    kind: 'action',
    id: 'finished',
    label: isFinished ? t('markUnfinished') : t('markFinished'),
    icon: <CircleCheck size={16} />,
    onSelect: () =>
      progress.send({
        type: isFinished ? 'progress.markUnfinished' : 'progress.markFinished',
        libraryItemId,
        episodeId,
        title,
      }),
  };
}
