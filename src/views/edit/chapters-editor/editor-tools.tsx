import { useSelector } from '@xstate/react';
import {
  BookSearch,
  ClipboardPaste,
  Eraser,
  FileAudio,
  FileOutput,
  SquareSplitHorizontal,
  MoveHorizontal,
  History,
  TextCursorInput,
  AudioWaveform,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ChaptersEditorRef } from '../../../machines/edit/chapters-editor/chapters-editor.machine.ts';
import {
  selectBook,
  selectIsChanged,
  selectPreview,
  selectRowIds,
} from '../../../machines/edit/chapters-editor/chapters-editor.selectors.ts';
import { timeText } from '../../../machines/edit/chapters-editor/time-text.logic.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { LookupPanel } from './lookup-panel.tsx';

const wavePanel = chunk(async () => (await import('./wave-panel.tsx')).WavePanel);

const PANELS = [
  { panel: 'shift', icon: <MoveHorizontal size={16} /> },
  { panel: 'rename', icon: <TextCursorInput size={16} /> },
  { panel: 'add', icon: <SquareSplitHorizontal size={16} /> },
  { panel: 'paste', icon: <ClipboardPaste size={16} /> },
  { panel: 'lookup', icon: <BookSearch size={16} /> },
  { panel: 'export', icon: <FileOutput size={16} /> },
] as const;

export function EditorTools() {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  const book = useSelector(page, selectBook);
  const { length } = useSelector(page, selectRowIds);
  const panel = useSelector(page, ({ context }) => context.panel);
  const isChanged = useSelector(page, selectIsChanged);
  const hasSeconds = useSelector(page, ({ context }) => context.hasSeconds);
  const wave = useSelector(page, ({ children }) => children.wave);
  const preview = useSelector(page, selectPreview);
  const hasWave = useSelector(wave, (state) => state !== undefined && state.matches('shown'));
  const duration = book?.media.duration ?? 0;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2 tabular-nums">
        <span>{t('count', { count: length })}</span>
        <span>{t('length', { clock: timeText(duration), seconds: duration })}</span>
        <Checkbox
          label={t('showSeconds')}
          checked={hasSeconds}
          onChange={(isOn) => page.send({ type: 'chapters.showSeconds', isOn })}
        />
      </div>
      <div role="group" aria-label={t('tools')} className="flex flex-wrap gap-2">
        {PANELS.map(({ panel: name, icon }) => (
          <Button
            key={name}
            size="sm"
            icon={icon}
            aria-expanded={panel === name}
            disabled={length === 0 && (name === 'shift' || name === 'rename' || name === 'export')}
            onClick={() =>
              page.send(
                panel === name
                  ? { type: 'chapters.closePanel' }
                  : { type: 'chapters.openPanel', panel: name, pattern: t('defaultPattern') },
              )
            }
          >
            {t(name)}
          </Button>
        ))}
        <Button
          size="sm"
          icon={<AudioWaveform size={16} />}
          aria-expanded={hasWave}
          aria-keyshortcuts="Alt+W"
          onClick={() => page.send({ type: 'chapters.toggleWave' })}
        >
          {t('wave')}
        </Button>
        <Button size="sm" icon={<FileAudio size={16} />} onClick={() => page.send({ type: 'chapters.takeTracks' })}>
          {t('takeTracks')}
        </Button>
        {length > 0 && (
          <span ref={handFocusOn} className="contents">
            <Button size="sm" icon={<Eraser size={16} />} onClick={() => page.send({ type: 'chapters.clear' })}>
              {t('clear')}
            </Button>
          </span>
        )}
        {isChanged && (
          <span ref={handFocusOn} className="contents">
            <Button size="sm" icon={<History size={16} />} onClick={() => page.send({ type: 'chapters.reset' })}>
              {t('reset')}
            </Button>
          </span>
        )}
      </div>
      {hasWave && wave && preview && <wavePanel.View wave={wave} preview={preview} />}
      {panel === 'lookup' ? <LookupPanel /> : panel && <EditorPanel key={panel} panel={panel} />}
    </div>
  );
}
