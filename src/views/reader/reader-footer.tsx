import { shallowEqual, useSelector } from '@xstate/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { directionOf } from '../../machines/account/locale/locale.logic.ts';
import { selectTimeLeft } from '../../machines/reader/companion.selectors.ts';
import {
  selectCompanion,
  selectDirection,
  selectFooter,
  selectHasHiddenBars,
  selectJumpedFrom,
  selectPages,
} from '../../machines/reader/reader.selectors.ts';
import { formatDuration, formatPercent } from '../format/amounts.ts';
import { cx } from '../ui/cx.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { GoTo } from './go-to.tsx';
import { partClass } from './reader-bar.tsx';
import { Scrubber } from './scrubber.tsx';

export function ReaderFooter({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const locale = useLocale();
  const isHidden = useSelector(reader, selectHasHiddenBars);
  const direction = useSelector(reader, selectDirection);
  const place = useSelector(reader, selectFooter, shallowEqual);
  const hasPages = useSelector(reader, selectPages) !== null;
  const left = useSelector(reader, selectJumpedFrom);
  if (!place) return <footer className="min-h-12 shrink-0" />;
  const { chapter, share, page, pages, printed, opening, atStart, atEnd } = place;
  const inView = opening?.join('–') ?? page;
  const mirrored = direction === 'rtl' ? '-scale-x-100' : undefined;
  return (
    <footer dir={direction} className="group relative flex min-h-12 shrink-0 items-center justify-between gap-2 px-1">
      <span className={cx('flex', partClass(isHidden))}>
        <IconButton
          label={t('previous')}
          icon={<ChevronLeft size={22} className={mirrored} />}
          disabled={atStart}
          onClick={() => reader.send({ type: 'reader.turn', turn: 'previous' })}
        />
      </span>
      {left && (
        <Button
          size="sm"
          className={cx('shrink-0', partClass(isHidden))}
          onClick={() => reader.send({ type: 'reader.goBack' })}
        >
          {hasPages
            ? t('backToPage', { page: left.page })
            : t('backToShare', { share: formatPercent(left.share, locale) })}
        </Button>
      )}
      {/* The line keeps its place while the words beside it change. */}
      <div
        className={cx(
          'grid min-w-0 flex-1 items-center justify-center gap-4 phone:gap-2',
          hasPages
            ? 'grid-cols-[minmax(6rem,24rem)_minmax(0,16rem)]'
            : 'grid-cols-[minmax(6rem,24rem)_minmax(0,24rem)]',
          'phone:grid-cols-[minmax(3rem,2fr)_minmax(0,3fr)]',
        )}
      >
        <Scrubber reader={reader} className={cx(partClass(isHidden), isHidden && 'touch:pointer-events-none')} />
        {/* Beside buttons that follow the book, words follow their language. */}
        <div dir={directionOf(locale)} className="flex min-w-0 flex-col items-center text-xs text-ink-2 tabular-nums">
          {/* On a phone the chapter has a line of its own; none beside the way back, so that the footer keeps its
              height. */}
          <p role="status" className="flex max-w-full min-w-0 gap-x-3 phone:flex-col phone:items-center">
            {chapter && (
              <span dir="auto" className={cx('max-w-full truncate', (hasPages || left) && 'phone:hidden')}>
                {chapter}
              </span>
            )}
            <span className="flex max-w-full min-w-0 shrink-0">
              <GoTo reader={reader}>
                <span className={cx('truncate', printed && 'shrink-[99999] phone:hidden')}>
                  {t(hasPages ? 'pageOfBook' : 'pageOfChapter', { page: inView, pages })}
                </span>
                {/* On a phone in its place. */}
                {printed && <span className="truncate phone:hidden">{t('printedPage', { page: printed })}</span>}
                {printed && <span className="truncate wide:hidden">{t('pageNumber', { page: printed })}</span>}
                <span className="shrink-0">{formatPercent(share, locale)}</span>
              </GoTo>
            </span>
          </p>
          <TimeLeft reader={reader} className={cx(left && 'phone:hidden')} />
        </div>
      </div>
      <span className={cx('flex', partClass(isHidden))}>
        <IconButton
          label={t('next')}
          icon={<ChevronRight size={22} className={mirrored} />}
          disabled={atEnd}
          onClick={() => reader.send({ type: 'reader.turn', turn: 'next' })}
        />
      </span>
    </footer>
  );
}

/** At the pace of the account; empty while unknown. */
function TimeLeft({ reader, className }: { reader: ReaderRef; className: string }) {
  const t = useTranslations('reader');
  const locale = useLocale();
  const { chapter, book } = useSelector(useSelector(reader, selectCompanion), selectTimeLeft, shallowEqual);
  const parts = [
    { part: 'chapter' as const, seconds: chapter },
    { part: 'book' as const, seconds: book },
  ].filter((one): one is { part: 'chapter' | 'book'; seconds: number } => one.seconds !== null);
  if (parts.length === 0) return null;
  // At least a minute: seconds would promise more than a pace can say.
  const timeOf = (seconds: number) => formatDuration(Math.max(60, seconds), locale);
  return (
    <p className={cx('flex max-w-full min-w-0 gap-3', className)}>
      {parts.map(({ part, seconds }) => (
        <span key={part} className="truncate">
          {t(`left.${part}`, { time: timeOf(seconds) })}
        </span>
      ))}
    </p>
  );
}
