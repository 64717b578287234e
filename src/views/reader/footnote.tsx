import { useId } from 'react';
import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectFootnote } from '../../machines/reader/reader.selectors.ts';
import { Button } from '../ui/button.tsx';
import { chunk } from '../ui/chunk.tsx';
import { focusOnMount, handFocusOn } from '../ui/focus.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { BesideWords } from './beside-words.tsx';

const Text = chunk(async () => (await import('../ui/sanitized-html.tsx')).SanitizedHtml);
/** Half of its width. */
const HALF_REM = 13;

/** A footnote or endnote at its link. */
export function FootnoteAtLink({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const tCommon = useTranslations('common');
  const id = useId();
  const note = useSelector(reader, selectFootnote);
  if (!note) return null;
  return (
    <BesideWords spot={note} halfRem={HALF_REM}>
      <div
        ref={handFocusOn}
        role="dialog"
        aria-label={t('marks.note')}
        aria-describedby={id}
        className="pointer-events-auto col-start-2 flex max-h-[min(20rem,40dvh)] w-[26rem] max-w-full flex-col gap-1 rounded-lg border border-line bg-surface-1 text-ink shadow-overlay"
      >
        {/* Read out at once, and scrolled by keys. */}
        <div
          ref={focusOnMount}
          id={id}
          tabIndex={-1}
          className="min-h-0 overflow-y-auto rounded-t-lg px-4 pt-3 text-sm"
        >
          <Text.View html={note.html} />
        </div>
        <div className="flex shrink-0 justify-end gap-1 px-2 pb-2">
          <Button size="sm" variant="ghost" onClick={() => reader.send({ type: 'reader.go', target: note.target })}>
            {t('elsewhere.go')}
          </Button>
          <IconButton
            label={tCommon('close')}
            icon={<X size={18} />}
            onClick={() => reader.send({ type: 'reader.closeFootnote' })}
          />
        </div>
      </div>
    </BesideWords>
  );
}
