import { shallowEqual, useSelector } from '@xstate/react';
import { AudioLines, Bookmark, BookmarkCheck, Highlighter, LayoutGrid, List, Settings2, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AloudRef } from '../../machines/reader/aloud.machine.ts';
import { selectAloudState } from '../../machines/reader/aloud.selectors.ts';
import { selectHasBookmark } from '../../machines/reader/marks.selectors.ts';
import type { MarksRef } from '../../machines/reader/marks.machine.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import {
  selectAloudRef,
  selectCanReadAloud,
  selectContents,
  selectHasHiddenBars,
  selectHasPageList,
  selectHeading,
  selectMarksRef,
  selectPages,
  selectPanel,
  selectReaderPlace,
} from '../../machines/reader/reader.selectors.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ListenButton } from './reader-sound.tsx';

export function ReaderBar({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const tCommon = useTranslations('common');
  const place = useSelector(reader, selectReaderPlace);
  const panel = useSelector(reader, selectPanel);
  const isHidden = useSelector(reader, selectHasHiddenBars);
  const hasPageList = useSelector(reader, selectHasPageList);
  const hasPages = useSelector(reader, selectPages) !== null;
  const hasContents = useSelector(reader, selectContents).length > 0 || hasPages;
  const marks = useSelector(reader, selectMarksRef);
  const aloud = useSelector(reader, selectAloudRef);
  const canReadAloud = useSelector(reader, selectCanReadAloud);
  const heading = useSelector(reader, selectHeading, shallowEqual);
  return (
    <header
      className={cx(
        'flex min-h-12 items-center gap-1 ps-4 pe-1 pt-[env(safe-area-inset-top)] max-[24rem]:flex-wrap max-[24rem]:justify-between max-[24rem]:gap-0 max-[24rem]:ps-1',
        barClass(isHidden),
      )}
    >
      {/* A narrow phone has no room for it beside the buttons. */}
      <div className="flex min-w-0 flex-1 items-baseline gap-2 text-sm max-[24rem]:basis-full max-[24rem]:justify-center max-[24rem]:px-3 max-[24rem]:pt-1.5">
        {heading && (
          <>
            <h2 dir="auto" className="truncate font-semibold text-ink">
              {heading.title}
            </h2>
            <p dir="auto" className="truncate text-ink-2 phone:hidden">
              {heading.author}
            </p>
          </>
        )}
      </div>
      {place === 'reading' && (
        <>
          <ListenButton reader={reader} />
          {aloud && canReadAloud && <AloudButton aloud={aloud} />}
          {hasContents && (
            <IconButton
              label={t(hasPageList ? 'pages' : 'contents')}
              icon={hasPageList ? <LayoutGrid size={20} /> : <List size={20} />}
              aria-expanded={panel === 'contents'}
              tipSide="bottom"
              onClick={() => reader.send({ type: 'reader.toggleContents' })}
            />
          )}
          {marks && <MarkButtons reader={reader} marks={marks} isOpen={panel === 'marks'} />}
          <IconButton
            label={t('settings')}
            icon={<Settings2 size={20} />}
            aria-expanded={panel === 'settings'}
            aria-haspopup="dialog"
            tipSide="bottom"
            onClick={() => reader.send({ type: 'reader.toggleSettings' })}
          />
        </>
      )}
      <IconButton
        label={tCommon('close')}
        icon={<X size={20} />}
        tipSide="bottom"
        onClick={() => reader.send({ type: 'reader.dismiss' })}
      />
    </header>
  );
}

function AloudButton({ aloud }: { aloud: AloudRef }) {
  const t = useTranslations('reader.aloud');
  const isOn = useSelector(aloud, selectAloudState) !== 'off';
  return (
    <IconButton
      label={t('start')}
      icon={<AudioLines size={20} />}
      pressed={isOn}
      shortcut="a"
      tipSide="bottom"
      onClick={() => aloud.send({ type: isOn ? 'aloud.stop' : 'aloud.toggle' })}
    />
  );
}

function MarkButtons({ reader, marks, isOpen }: { reader: ReaderRef; marks: MarksRef; isOpen: boolean }) {
  const t = useTranslations('reader.marks');
  const hasBookmark = useSelector(marks, selectHasBookmark);
  return (
    <>
      <IconButton
        label={t('addBookmark')}
        tip={t(hasBookmark ? 'removeBookmark' : 'addBookmark')}
        icon={hasBookmark ? <BookmarkCheck size={20} /> : <Bookmark size={20} />}
        pressed={hasBookmark}
        shortcut="b"
        tipSide="bottom"
        onClick={() => reader.send({ type: 'reader.toggleBookmark' })}
      />
      <IconButton
        label={t('marks')}
        icon={<Highlighter size={20} />}
        aria-expanded={isOpen}
        tipSide="bottom"
        onClick={() => reader.send({ type: 'reader.toggleMarks' })}
      />
    </>
  );
}

/** A part of a hidden bar (`group`). */
export function partClass(isHidden: boolean): string {
  return `[&_button]:outline-offset-0 transition-opacity duration-200 motion-reduce:transition-none ${
    isHidden ? 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100' : 'opacity-100'
  }`;
}

/** A bar that fades while reading, until pointer, focus or a press. It keeps its space. */
function barClass(isHidden: boolean): string {
  return `shrink-0 [&_button]:outline-offset-0 transition-opacity duration-200 motion-reduce:transition-none ${
    isHidden ? 'opacity-0 focus-within:opacity-100 hover:opacity-100' : 'opacity-100'
  }`;
}
