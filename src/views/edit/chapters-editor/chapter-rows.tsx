import { useSelector } from '@xstate/react';
import { CircleAlert, BetweenHorizontalStart, Trash2 } from 'lucide-react';
import { useCallback, useId, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { ChaptersEditorRef } from '../../../machines/edit/chapters-editor/chapters-editor.machine.ts';
import {
  problemAt,
  rowAt,
  selectRowIds,
  typedAt,
  selectPreview,
} from '../../../machines/edit/chapters-editor/chapters-editor.selectors.ts';
import { placeOf, type PreviewPlace, selectSoundingId } from '../../../machines/edit/chapters-editor/preview.logic.ts';
import { isFault, type DraftRow } from '../../../machines/edit/chapters-editor/draft.logic.ts';
import { readTime, timeText } from '../../../machines/edit/chapters-editor/time-text.logic.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { cx } from '../../ui/cx.ts';
import { controlClass } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';

/** Rem: in one line, and in two on a phone. */
const ROW_REM = 3.25;
const PHONE_ROW_REM = 6.5;

/** Up and Down go from row to row in the same field. */
export function ChapterRows() {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  const ids = useSelector(page, selectRowIds);
  const follow = useSelector(page, ({ context }) => context.follow);
  const isPhone = useIsPhone();
  const renderRow = useCallback((place: CellPlace) => <Place {...place} isPhone={isPhone} />, [isPhone]);
  return (
    <VirtualList
      isForm
      label={t('list')}
      count={ids.length}
      rowRem={isPhone ? PHONE_ROW_REM : ROW_REM}
      ids={ids}
      follow={follow}
      renderRow={renderRow}
    />
  );
}

interface PlaceProps extends CellPlace {
  readonly isPhone: boolean;
}

function Place({ index, tabIndex, isPhone }: PlaceProps) {
  const row = useSelector(usePageRef<ChaptersEditorRef>(), rowAt(index));
  return row ? <Row row={row} index={index} tabIndex={tabIndex} isPhone={isPhone} /> : null;
}

type RowPlace = Omit<PlaceProps, 'width'> & { readonly row: DraftRow };

function Row({ row, index, tabIndex, isPhone }: RowPlace) {
  const t = useTranslations('chapters');
  const id = useId();
  const page = usePageRef<ChaptersEditorRef>();
  const problem = useSelector(page, problemAt(index));
  const typed = useSelector(page, typedAt(row.key));
  const number = index + 1;
  const isNoTime = typed !== null && readTime(typed) === null;
  const isTitle = problem === 'noTitle';
  const note = isNoTime ? t('problem.noTime') : problem && t(`problem.${problem}`);
  const isWrong = isNoTime || isFault(problem);
  const noteId = note === null ? undefined : `${id}-note`;
  const field = { row, number, tabIndex };
  const title = <TitleField {...field} id={`${id}-title`} isWrong={isTitle} noteId={isTitle ? noteId : undefined} />;
  const buttons = <RowButtons {...field} />;
  const mark = <ProblemMark note={note} noteId={noteId} isWrong={isWrong} isHiddenEmpty={isPhone} />;
  return (
    <div
      onFocus={() => page.send({ type: 'chapters.touchRow', key: row.key })}
      className={cx(
        'flex h-full gap-2 rounded-md px-1',
        isPhone ? 'flex-col py-1.5' : 'items-center',
        isWrong && 'bg-surface-2',
      )}
    >
      <div className={cx('flex min-w-0 items-center', isPhone ? 'gap-1' : 'flex-1 gap-2')}>
        <span
          aria-hidden="true"
          className={cx('shrink-0 text-end text-xs text-ink-3 tabular-nums', isPhone ? 'w-6' : 'w-8')}
        >
          {number}
        </span>
        <div className={isPhone ? 'w-32 min-w-0' : 'w-34 shrink-0'}>
          <StartField
            {...field}
            id={`${id}-start`}
            typed={typed}
            isWrong={isWrong && !isTitle}
            noteId={isTitle ? undefined : noteId}
          />
        </div>
        {isPhone ? (
          <div className="ms-auto flex shrink-0">{buttons}</div>
        ) : (
          <>
            <div className="min-w-0 flex-1">{title}</div>
            {mark}
            {buttons}
          </>
        )}
      </div>
      {isPhone && (
        <div className="flex min-w-0 items-center gap-1 ps-7">
          <div className="min-w-0 flex-1">{title}</div>
          {mark}
        </div>
      )}
    </div>
  );
}

interface RowPartProps {
  row: DraftRow;
  number: number;
  tabIndex: number;
}

interface RowFieldProps extends RowPartProps {
  id: string;
  isWrong: boolean;
  noteId: string | undefined;
}

const insertBelow = (page: ChaptersEditorRef, key: DraftRow['key']) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  page.send({ type: 'chapters.edit', edit: { kind: 'insertBelow', key } });
};

function StartField({ row, number, tabIndex, id, typed, isWrong, noteId }: RowFieldProps & { typed: string | null }) {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  const hasSeconds = useSelector(page, ({ context }) => context.hasSeconds);
  return (
    <input
      id={id}
      aria-label={t('start', { number })}
      aria-invalid={isWrong || undefined}
      aria-describedby={noteId}
      value={typed ?? (hasSeconds ? String(row.start) : timeText(row.start))}
      tabIndex={tabIndex}
      inputMode="text"
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) =>
        page.send({ type: 'chapters.typeStart', key: row.key, text: currentTarget.value })
      }
      onBlur={() => page.send({ type: 'chapters.settle' })}
      onKeyDown={insertBelow(page, row.key)}
      className={`${controlClass} tabular-nums`}
    />
  );
}

function TitleField({ row, number, tabIndex, id, isWrong, noteId }: RowFieldProps) {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  return (
    <input
      id={id}
      aria-label={t('chapterTitle', { number })}
      aria-invalid={isWrong || undefined}
      aria-describedby={noteId}
      value={row.title}
      dir="auto"
      tabIndex={tabIndex}
      autoComplete="off"
      onChange={({ currentTarget }) =>
        page.send({
          type: 'chapters.edit',
          edit: { kind: 'setTitle', key: row.key, title: currentTarget.value },
        })
      }
      onBlur={() => page.send({ type: 'chapters.settle' })}
      onKeyDown={insertBelow(page, row.key)}
      className={controlClass}
    />
  );
}

function RowButtons({ row, number, tabIndex }: RowPartProps) {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  return (
    <>
      <PreviewButton place={placeOf(row)} number={number} tabIndex={tabIndex} />
      <IconButton
        size="sm"
        label={t('insert', { number })}
        tip={t('insertTip')}
        icon={<BetweenHorizontalStart size={16} />}
        tabIndex={tabIndex}
        onClick={() => page.send({ type: 'chapters.edit', edit: { kind: 'insertBelow', key: row.key } })}
      />
      <IconButton
        size="sm"
        label={t('remove', { number })}
        tip={t('removeTip')}
        icon={<Trash2 size={16} />}
        tabIndex={tabIndex}
        onClick={() => page.send({ type: 'chapters.edit', edit: { kind: 'remove', key: row.key } })}
      />
    </>
  );
}

interface ProblemMarkProps {
  note: string | null;
  noteId: string | undefined;
  isWrong: boolean;
  /** It takes no room without a note. */
  isHiddenEmpty: boolean;
}

function ProblemMark({ note, noteId, isWrong, isHiddenEmpty }: ProblemMarkProps) {
  return (
    <span
      data-tip={note ?? undefined}
      className={cx(
        'grid size-6 shrink-0 place-items-center',
        isWrong ? 'text-danger' : 'text-warning',
        isHiddenEmpty && note === null && 'hidden',
      )}
    >
      {note !== null && (
        <>
          <CircleAlert size={18} />
          <VisuallyHidden id={noteId}>{note}</VisuallyHidden>
        </>
      )}
    </span>
  );
}

/** Rerenders when its own sound begins or ends. */
function PreviewButton({ place, number, tabIndex }: { place: PreviewPlace; number: number; tabIndex: number }) {
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
