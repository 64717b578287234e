import { shallowEqual, useSelector } from '@xstate/react';
import { ChevronLeft, ChevronRight, Plus, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ChaptersEditorRef } from '../../../machines/edit/chapters-editor/chapters-editor.machine.ts';
import { selectDuration, selectRows } from '../../../machines/edit/chapters-editor/chapters-editor.selectors.ts';
import type { PreviewRef } from '../../../machines/edit/chapters-editor/preview.machine.ts';
import { aroundStart, selectSoundingId } from '../../../machines/edit/chapters-editor/preview.logic.ts';
import { timeText } from '../../../machines/edit/chapters-editor/time-text.logic.ts';
import {
  borderIn,
  offeredBorders,
  SILENCE_CHOICES,
  snapped,
  WAVE_HEIGHT,
  WIDTHS,
} from '../../../machines/edit/chapters-editor/wave.logic.ts';
import type { WaveRef } from '../../../machines/edit/chapters-editor/wave.machine.ts';
import {
  selectIsEstimated,
  selectPath,
  selectShareRead,
  selectSilences,
  WAVE_COLUMNS,
} from '../../../machines/edit/chapters-editor/wave.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyScope } from '../../ui/key-scope.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { WaveForm, type WaveMark } from '../../ui/wave-form.tsx';

/** A dragged border snaps to a silence this near, as a share of the view. */
const SNAP_SHARE = 0.015;
/** Enter on a border finds a silence this near, as a share of the view. */
const FIND_SHARE = 0.5;
const MOST_OFFERED = 12;

export function WavePanel({ wave, preview }: { wave: WaveRef; preview: PreviewRef }) {
  const t = useTranslations('chapters');
  const width = useSelector(wave, ({ context }) => context.width);
  const view = useSelector(wave, ({ context }) => context.view);
  return (
    <section aria-label={t('wave')}>
      <KeyScope
        className="flex flex-col gap-3 rounded-md bg-surface-1 p-3"
        onKey={({ key }) => {
          if (key === 'Escape') wave.send({ type: 'wave.hide' });
          else if (key === '+' || key === '=') wave.send({ type: 'wave.zoom', by: 1 });
          else if (key === '-') wave.send({ type: 'wave.zoom', by: -1 });
          else if (key === 'PageDown') wave.send({ type: 'wave.move', by: 0.8 });
          else if (key === 'PageUp') wave.send({ type: 'wave.move', by: -0.8 });
          else return false;
          return true;
        }}
      >
        <div className="flex flex-wrap items-center gap-2">
          <IconButton
            label={t('earlier')}
            icon={<ChevronLeft size={18} />}
            shortcut="PageUp"
            onClick={() => wave.send({ type: 'wave.move', by: -0.8 })}
          />
          <span className="min-w-40 text-center text-sm text-ink-2 tabular-nums phone:-order-1 phone:basis-full">
            {t('inView', { begin: timeText(round(view.begin)), end: timeText(round(view.end)) })}
          </span>
          <IconButton
            label={t('later')}
            icon={<ChevronRight size={18} />}
            shortcut="PageDown"
            onClick={() => wave.send({ type: 'wave.move', by: 0.8 })}
          />
          <IconButton
            label={t('zoomIn')}
            icon={<ZoomIn size={18} />}
            shortcut="+"
            aria-disabled={width === WIDTHS[0]}
            onClick={() => wave.send({ type: 'wave.zoom', by: 1 })}
          />
          <IconButton
            label={t('zoomOut')}
            icon={<ZoomOut size={18} />}
            shortcut="-"
            aria-disabled={width === WIDTHS.at(-1)}
            onClick={() => wave.send({ type: 'wave.zoom', by: -1 })}
          />
          <CurrentBorder wave={wave} preview={preview} />
          <span className="flex-1" />
          <IconButton label={t('closeWave')} icon={<X size={18} />} onClick={() => wave.send({ type: 'wave.hide' })} />
        </div>
        <Figure wave={wave} preview={preview} />
        <State wave={wave} />
        <Silences wave={wave} />
      </KeyScope>
    </section>
  );
}

const round = (seconds: number) => Math.round(seconds * 10) / 10;

function CurrentBorder({ wave, preview }: { wave: WaveRef; preview: PreviewRef }) {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  const rows = useSelector(page, selectRows);
  const current = useSelector(page, ({ context }) => context.current);
  const isPlaying = useSelector(preview, (state) => selectSoundingId(state) === 'around');
  const index = rows.findIndex(({ key }) => key === current);
  const row = rows[index];
  if (!row) return null;
  const number = index + 1;
  return (
    <>
      <Button size="sm" onClick={() => wave.send({ type: 'wave.show', time: row.start })}>
        {t('goToBorder', { number })}
      </Button>
      <Button
        size="sm"
        icon={<PlayIcon isPlaying={isPlaying} size={14} />}
        onClick={() => preview.send({ type: 'preview.toggle', place: aroundStart(row) })}
      >
        {isPlaying ? t('pause') : t('playAround')}
      </Button>
    </>
  );
}

function Figure({ wave, preview }: { wave: WaveRef; preview: PreviewRef }) {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  const rows = useSelector(page, selectRows);
  const duration = useSelector(page, selectDuration);
  const current = useSelector(page, ({ context }) => context.current);
  const view = useSelector(wave, ({ context }) => context.view);
  const path = useSelector(wave, selectPath);
  const silences = useSelector(wave, selectSilences);
  const snaps = useSelector(wave, ({ context }) => context.snaps);
  const length = view.end - view.begin;
  const marks = rows.flatMap(({ key, start }, index): WaveMark[] =>
    start < view.begin || start > view.end
      ? []
      : [
          {
            id: key,
            label: t('start', { number: index + 1 }),
            time: start,
            valueText: timeText(start),
            min: rows[index - 1]?.start ?? 0,
            max: rows[index + 1]?.start ?? duration,
            isCurrent: key === current,
          },
        ],
  );
  const move = (key: number, time: number) =>
    page.send({ type: 'chapters.moveStart', key, start: Math.round(time * 1000) / 1000 });
  return (
    <WaveForm
      label={t('waveOf', { begin: timeText(round(view.begin)), end: timeText(round(view.end)) })}
      pickLabel={t('listenHere')}
      begin={view.begin}
      end={view.end}
      path={path}
      columns={WAVE_COLUMNS}
      height={WAVE_HEIGHT}
      marks={marks}
      silences={silences}
      cursor={<Cursor preview={preview} begin={view.begin} end={view.end} />}
      onMove={(key, time, isExact) =>
        move(key, isExact || !snaps ? time : snapped(time, silences, length * SNAP_SHARE))
      }
      onSettle={() => page.send({ type: 'chapters.settle' })}
      onSnap={(key) => {
        const mark = marks.find(({ id }) => id === key);
        if (mark) move(key, snapped(mark.time, silences, length * FIND_SHARE));
      }}
      onFocusMark={(key) => page.send({ type: 'chapters.touchRow', key })}
      onPick={(time) => preview.send({ type: 'preview.toggle', place: { id: 'wave', time, until: null } })}
      onAdd={(time) => {
        preview.send({ type: 'preview.pause' });
        const start = snaps ? snapped(time, silences, length * SNAP_SHARE) : time;
        page.send({ type: 'chapters.edit', edit: { kind: 'insertAt', start, title: '' } });
      }}
    />
  );
}

function Cursor({ preview, begin, end }: { preview: PreviewRef; begin: number; end: number }) {
  const playhead = useSelector(preview, ({ context }) => context.playhead);
  const isSounding = useSelector(preview, (state) => selectSoundingId(state) !== null);
  const time = useSelector(playhead, ({ context }) => context.time);
  if (!isSounding || time < begin || time > end) return null;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 w-px bg-danger"
      style={{ left: `${((time - begin) / (end - begin)) * 100}%` }}
    />
  );
}

function State({ wave }: { wave: WaveRef }) {
  const t = useTranslations();
  const problem = useSelector(wave, ({ context }) => context.problem);
  const isReading = useSelector(wave, (snapshot) => snapshot.hasTag('busy'));
  const share = useSelector(wave, selectShareRead);
  const isEstimated = useSelector(wave, selectIsEstimated);
  if (problem) {
    return (
      <FormMessage tone="danger">
        {problem.kind === 'failed'
          ? t('chapters.waveFailed', { reason: errorText(t, problem.error) })
          : t(`chapters.waveProblem.${problem.kind}`)}
        {problem.kind === 'failed' && (
          <Button size="sm" className="ms-3" onClick={() => wave.send({ type: 'wave.retry' })}>
            {t('chapters.tryAgain')}
          </Button>
        )}
      </FormMessage>
    );
  }
  return (
    <div className="min-h-5 text-xs text-ink-2">
      {isReading ? (
        <ProgressLine value={share} label={t('chapters.waveReading')} />
      ) : isEstimated ? (
        t('chapters.waveEstimated')
      ) : (
        t('chapters.waveHelp')
      )}
    </div>
  );
}

function Silences({ wave }: { wave: WaveRef }) {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  const least = useSelector(wave, ({ context }) => context.leastSilence);
  const snaps = useSelector(wave, ({ context }) => context.snaps);
  const silences = useSelector(wave, selectSilences);
  const starts = useSelector(page, (state) => selectRows(state).map(({ start }) => start), shallowEqual);
  const offered = offeredBorders(silences, starts);
  const add = (some: readonly number[]) =>
    page.send({ type: 'chapters.edit', edit: { kind: 'insertMany', starts: some } });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <SegmentedControl
          label={t('leastSilence')}
          value={String(least)}
          segments={SILENCE_CHOICES.map((seconds) => ({ value: String(seconds), label: t('seconds', { seconds }) }))}
          onChange={(value) => wave.send({ type: 'wave.setSilence', seconds: Number(value) })}
        />
        <Checkbox
          label={t('snap')}
          checked={snaps}
          onChange={(isOn) => wave.send({ type: 'wave.setSnapping', isOn })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <p aria-live="polite" className="text-sm text-ink-2">
          {t('silencesFound', { count: silences.length, offered: offered.length })}
        </p>
        {offered.length > 1 && (
          <Button size="sm" icon={<Plus size={16} />} onClick={() => add(offered)}>
            {t('addAll', { count: offered.length })}
          </Button>
        )}
        {silences
          .filter((silence) => offered.includes(borderIn(silence)))
          .slice(0, MOST_OFFERED)
          .map((silence) => (
            <Button
              key={silence.begin}
              size="sm"
              variant="ghost"
              icon={<Plus size={16} />}
              aria-label={t('addBorder', { time: timeText(borderIn(silence)) })}
              onClick={() => add([borderIn(silence)])}
            >
              {t('silenceAt', { time: timeText(borderIn(silence)), seconds: silence.end - silence.begin })}
            </Button>
          ))}
      </div>
    </div>
  );
}
