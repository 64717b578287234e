import { useId } from 'react';
import { useSelector } from '@xstate/react';
import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { markColours } from '../../machines/reader/marks.logic.ts';
import type { MarksRef } from '../../machines/reader/marks.machine.ts';
import { selectIsLoading, selectMarks } from '../../machines/reader/marks.selectors.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectCanMark } from '../../machines/reader/reader.selectors.ts';
import type { Mark, MarkColour } from '../../schemas/marks.ts';
import { formatPercent } from '../format/amounts.ts';
import { buttonClass, Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { handFocusOn } from '../ui/focus.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Spinner } from '../ui/waiting.tsx';
import { goFromPanel, SidePanel } from './side-panel.tsx';
import { MarksNotice } from './marks-notice.tsx';
import { MarkSwatch } from './mark-menu.tsx';

export function MarksPanel({ reader, marks }: { reader: ReaderRef; marks: MarksRef }) {
  const t = useTranslations('reader.marks');
  const all = useSelector(marks, selectMarks);
  const isLoading = useSelector(marks, selectIsLoading);
  const canMark = useSelector(reader, selectCanMark);
  return (
    <SidePanel
      label={t('marks')}
      closeLabel={t('close')}
      onClose={() => reader.send({ type: 'reader.toggleMarks' })}
      header={<h3 className="font-semibold">{t('marks')}</h3>}
      foot={<MarksNotice marks={marks} className="shrink-0 has-[p]:py-2" />}
    >
      {isLoading && all.length === 0 ? (
        <div className="grid place-items-center py-8">
          <Spinner label={t('loading')} />
        </div>
      ) : all.length === 0 ? (
        <p className="px-2 py-4 text-sm text-ink-2">{t(canMark ? 'empty' : 'emptyPages')}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {all.map((mark) => (
            <Row key={mark.id} reader={reader} marks={marks} mark={mark} />
          ))}
        </ul>
      )}
      <Files marks={marks} hasMarks={all.length > 0} />
    </SidePanel>
  );
}

function Row({ reader, marks, mark }: { reader: ReaderRef; marks: MarksRef; mark: Mark }) {
  const t = useTranslations('reader.marks');
  const locale = useLocale();
  const { id, kind, target, text, colour, note, chapter, share, page } = mark;
  const name = kind === 'highlight' ? text : (chapter ?? t('bookmark'));
  const where = page === null ? formatPercent(share, locale) : t('page', { page });
  return (
    <li ref={handFocusOn} className="flex items-start gap-1 rounded-md hover:bg-surface-2">
      <button
        type="button"
        className="flex min-h-11 min-w-0 flex-1 items-start gap-2 rounded-md px-2 py-2 text-start"
        onClick={({ currentTarget }) => goFromPanel(reader, target, currentTarget)}
      >
        {kind === 'highlight' ? (
          <MarkSwatch colour={colour} />
        ) : (
          <Bookmark size={20} className="shrink-0" aria-hidden />
        )}
        <span className="flex min-w-0 flex-col gap-0.5">
          <span dir="auto" className="line-clamp-3 text-sm text-ink">
            {name}
          </span>
          {note !== '' && (
            <span dir="auto" className="line-clamp-3 text-sm text-ink-2 italic">
              {note}
            </span>
          )}
          <span className="text-xs text-ink-2">
            {[
              kind === 'highlight' ? t(`colours.${colour}`) : t('bookmark'),
              kind === 'highlight' ? chapter : null,
              where,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </button>
      <IconButton
        label={t('edit', { name: name.slice(0, NAME) })}
        tip={t('editShort')}
        icon={<Pencil size={16} />}
        onClick={() => marks.send({ type: 'marks.edit', id })}
      />
      <IconButton
        label={t('removeNamed', { name: name.slice(0, NAME) })}
        tip={t('remove')}
        icon={<Trash2 size={16} />}
        onClick={() => marks.send({ type: 'marks.remove', id })}
      />
    </li>
  );
}

/** Characters of the words in the name of a button. */
const NAME = 60;

function Files({ marks, hasMarks }: { marks: MarksRef; hasMarks: boolean }) {
  const t = useTranslations('reader.marks');
  const locale = useLocale();
  const id = useId();
  const colours = Object.fromEntries(markColours().map((colour) => [colour, t(`colours.${colour}`)]));
  const words = { bookmark: t('bookmark'), colours: colours as Record<MarkColour, string>, locale };
  return (
    <div className="mt-4 flex flex-wrap gap-2 border-t border-line px-2 pt-3">
      {hasMarks && (
        <>
          <Button size="sm" onClick={() => marks.send({ type: 'marks.exportMarkdown', words })}>
            {t('exportMarkdown')}
          </Button>
          <Button size="sm" onClick={() => marks.send({ type: 'marks.exportJson' })}>
            {t('exportJson')}
          </Button>
        </>
      )}
      <label
        htmlFor={id}
        className={cx(
          buttonClass(undefined, 'sm'),
          'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        )}
      >
        {t('import')}
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) marks.send({ type: 'marks.import', file });
            // The same file may be picked again.
            currentTarget.value = '';
          }}
        />
      </label>
      <p className="w-full text-xs text-ink-2">{t('onlyHere')}</p>
    </div>
  );
}
