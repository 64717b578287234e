import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ChaptersEditorRef } from '../../machines/chapters-editor/chapters-editor.machine.ts';
import { selectPreview } from '../../machines/chapters-editor/chapters-editor.selectors.ts';
import { type PreviewPlace, selectSoundingId } from '../../machines/chapters-editor/preview.logic.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PlayIcon } from '../ui/play-icon.tsx';

/** Rerenders when its own sound begins or ends. */
export function PreviewButton({ place, number, tabIndex }: { place: PreviewPlace; number: number; tabIndex: number }) {
  const t = useTranslations('chapters');
  const preview = useSelector(usePageRef<ChaptersEditorRef>(), selectPreview);
  const isPlaying = useSelector(preview, (state) => state !== undefined && selectSoundingId(state) === place.id);
  return (
    <IconButton
      size="sm"
      label={isPlaying ? t('pauseChapter', { number }) : t('playChapter', { number })}
      tip={isPlaying ? t('pause') : t('play')}
      icon={<PlayIcon isPlaying={isPlaying} size={14} />}
      shortcut="Alt+P"
      tabIndex={tabIndex}
      onClick={() => preview?.send({ type: 'preview.toggle', place })}
    />
  );
}
