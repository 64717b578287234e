import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { markColours } from '../../machines/reader/marks.logic.ts';
import type { MarksRef } from '../../machines/reader/marks.machine.ts';
import { selectEdited } from '../../machines/reader/marks.selectors.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { MarkSwatch } from './mark-swatch.tsx';

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
