import { useSelector } from '@xstate/react';
import { Check, Copy, Link2, NotebookPen, Trash2, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { markColours, swatchOf } from '../../machines/reader/marks.logic.ts';
import type { MarksRef } from '../../machines/reader/marks.machine.ts';
import {
  selectCurrent,
  selectHasFocus,
  selectIsInLink,
  selectMenu,
  selectSpot,
  selectSelection,
  selectEdited,
} from '../../machines/reader/marks.selectors.ts';
import { FocusOnMount, handFocusOn } from '../ui/focus.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { TextArea } from '../ui/text-area.tsx';
import type { MarkColour } from '../../schemas/marks.ts';
import { BesideWords } from './beside-words.tsx';

/** Beside selected words or a pressed highlight, never over them. */
export function MarkMenu({ marks }: { marks: MarksRef }) {
  const t = useTranslations('reader.marks');
  const menu = useSelector(marks, selectMenu);
  const selection = useSelector(marks, selectSelection);
  return (
    <>
      <VisuallyHidden>
        <span role="status">{menu === 'selection' && selection && t('selected', { text: selection.text })}</span>
      </VisuallyHidden>
      {menu !== 'none' && <Bar marks={marks} isOfMark={menu === 'mark'} />}
    </>
  );
}

/** Half of its width, about. */
const HALF_REM = 11;

function Bar({ marks, isOfMark }: { marks: MarksRef; isOfMark: boolean }) {
  const t = useTranslations('reader.marks');
  const tCommon = useTranslations('common');
  const spot = useSelector(marks, selectSpot);
  const isInLink = useSelector(marks, selectIsInLink);
  const hasFocus = useSelector(marks, selectHasFocus);
  const current = useSelector(marks, selectCurrent);
  return (
    <BesideWords spot={spot} halfRem={HALF_REM}>
      <div
        ref={handFocusOn}
        role="toolbar"
        aria-label={t(isOfMark ? 'ofHighlight' : 'ofSelection')}
        className="pointer-events-auto col-start-2 flex max-w-full flex-wrap justify-center rounded-lg border border-line bg-surface-1 p-1 text-ink shadow-overlay"
      >
        <div className="flex">
          <FocusOnMount key={String(hasFocus)} when={hasFocus}>
            {markColours().map((colour) => {
              const isUsed = isOfMark && current?.colour === colour;
              return (
                <IconButton
                  key={colour}
                  label={t(`colours.${colour}`)}
                  icon={<MarkSwatch colour={colour} />}
                  pressed={isOfMark ? isUsed : undefined}
                  badge={isUsed ? <Check size={12} className="absolute end-0.5 bottom-0.5" /> : undefined}
                  onClick={() => marks.send({ type: 'marks.highlight', colour })}
                />
              );
            })}
          </FocusOnMount>
        </div>
        <div className="flex">
          <IconButton
            label={t(current?.note ? 'editNote' : 'addNote')}
            icon={<NotebookPen size={18} />}
            onClick={() => marks.send({ type: 'marks.annotate' })}
          />
          <IconButton label={t('copy')} icon={<Copy size={18} />} onClick={() => marks.send({ type: 'marks.copy' })} />
          {isInLink && (
            <IconButton
              label={t('followLink')}
              icon={<Link2 size={18} />}
              onClick={() => marks.send({ type: 'marks.followLink' })}
            />
          )}
          {isOfMark && (
            <IconButton
              label={t('remove')}
              icon={<Trash2 size={18} />}
              onClick={() => marks.send({ type: 'marks.removeCurrent' })}
            />
          )}
          <IconButton
            label={tCommon('close')}
            icon={<X size={18} />}
            onClick={() => marks.send({ type: 'marks.dismiss' })}
          />
        </div>
      </div>
    </BesideWords>
  );
}

/** Saved at once: closing loses nothing. */
export function MarkEditor({ marks }: { marks: MarksRef }) {
  const t = useTranslations('reader.marks');
  const edited = useSelector(marks, selectEdited);
  const close = () => marks.send({ type: 'marks.dismiss' });
  if (!edited) return null;
  return (
    <Dialog
      open
      title={t(edited.kind === 'highlight' ? 'highlight' : 'bookmark')}
      width={460}
      closeLabel={t('done')}
      onDismiss={close}
      footer={
        <>
          <Button variant="ghost" onClick={() => marks.send({ type: 'marks.removeCurrent' })}>
            {t('remove')}
          </Button>
          <Button variant="primary" onClick={close}>
            {t('done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {edited.kind === 'highlight' && (
          <>
            <blockquote dir="auto" className="max-h-32 overflow-y-auto border-s-2 border-line-strong ps-3 text-sm">
              {edited.text}
            </blockquote>
            <SegmentedControl
              label={t('colour')}
              value={edited.colour}
              segments={markColours().map((value) => ({
                value,
                label: t(`colours.${value}`),
                icon: <MarkSwatch colour={value} />,
              }))}
              onChange={(colour) => marks.send({ type: 'marks.highlight', colour })}
            />
          </>
        )}
        <TextArea
          label={t('note')}
          dir="auto"
          value={edited.note}
          onChange={(text) => marks.send({ type: 'marks.changeNote', text })}
        />
      </div>
    </Dialog>
  );
}

export function MarkSwatch({ colour }: { colour: MarkColour }) {
  return (
    <span
      aria-hidden="true"
      className="block size-5 shrink-0 rounded-full border border-line-strong forced-color-adjust-none"
      style={{ background: swatchOf(colour) }}
    />
  );
}
