import { shallowEqual, useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { selectMarks } from '../../machines/reader/marks.selectors.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import {
  selectBookPages,
  selectChapters,
  selectDirection,
  selectFooter,
  selectIsScrubbing,
  selectMarksRef,
  selectMatches,
  selectScrub,
  selectScrubbed,
} from '../../machines/reader/reader.selectors.ts';
import { endOf, lineOf, shareOf, spotOf, targetOf, valueOf } from '../../machines/reader/scrubber.logic.ts';
import { formatPercent } from '../format/amounts.ts';
import { LineMarks } from '../shared/line-marks.tsx';
import { cx } from '../ui/cx.ts';
import { useWidth } from '../ui/measured.ts';
import { RangeInput } from '../ui/slider.tsx';

/** The whole book as a line: let go, the book goes there. */
export function Scrubber({ reader, className }: { reader: ReaderRef; className: string }) {
  const t = useTranslations('reader');
  const [width, measure] = useWidth();
  const pages = useSelector(reader, selectBookPages);
  const share = useSelector(reader, selectScrubbed);
  const textOf = useSpotText(reader);
  const scrub = (value: number) => reader.send({ type: 'reader.scrub', share: shareOf(value, pages) });
  if (pages === 1) return <span />;
  return (
    <span className={cx('relative flex w-full phone:static', className)}>
      <span ref={measure} className="relative flex w-full">
        <RangeInput
          label={t(pages === null ? 'goToShare' : 'pagePicker')}
          {...lineOf(pages)}
          value={valueOf(share, pages)}
          valueText={textOf(share)}
          onDrag={scrub}
          onCommit={(value) => {
            scrub(value);
            reader.send({ type: 'reader.go', target: targetOf(value, pages) });
          }}
          onDrop={() => reader.send({ type: 'reader.endScrub' })}
          thickness="thin"
        />
        <BookMarks reader={reader} width={width} />
      </span>
      <ScrubPreview reader={reader} />
    </span>
  );
}

/** Starts of chapters below the line; own marks and search results above it. */
function BookMarks({ reader, width }: { reader: ReaderRef; width: number }) {
  const pages = useSelector(reader, selectBookPages);
  const isReversed = useSelector(reader, selectDirection) === 'rtl';
  const chapters = useSelector(reader, selectChapters);
  const matches = useSelector(reader, selectMatches);
  const marks = useSelector(useSelector(reader, selectMarksRef), (state) => state && selectMarks(state));
  const line = { length: endOf(pages), width, isReversed };
  return (
    <>
      <LineMarks places={sharesOf(chapters)} {...line} apart />
      {marks && <LineMarks places={sharesOf(marks)} {...line} isAbove className="text-accent-text" />}
      {matches && <LineMarks places={sharesOf(matches)} {...line} isAbove className="text-ink" />}
    </>
  );
}

/** At the thumb; on a phone, where the line is short and under a finger, in the middle above the footer. */
function ScrubPreview({ reader }: { reader: ReaderRef }) {
  const isScrubbing = useSelector(reader, selectIsScrubbing);
  const isReversed = useSelector(reader, selectDirection) === 'rtl';
  const pages = useSelector(reader, selectBookPages);
  const share = useSelector(reader, selectScrubbed);
  const textOf = useSpotText(reader);
  if (!isScrubbing) return null;
  const at = Math.min(100, (share / endOf(pages)) * 100);
  return (
    <span
      aria-hidden="true"
      data-bubble=""
      className="pointer-events-none absolute bottom-full z-3 w-max max-w-full truncate rounded-sm bg-ink px-2 py-1 text-xs font-medium text-surface-0 tabular-nums phone:inset-x-2! phone:mx-auto phone:max-w-[calc(100%-1rem)] phone:translate-none!"
      style={{ insetInlineStart: `${at}%`, translate: `${isReversed ? at : -at}%` }}
    >
      {textOf(share)}
    </span>
  );
}

/** 'Chapter 3 · Page 12', 'Chapter 3 · 45%'. */
function useSpotText(reader: ReaderRef) {
  const t = useTranslations('reader');
  const locale = useLocale();
  const pages = useSelector(reader, selectBookPages);
  const chapters = useSelector(reader, selectChapters);
  const isMoved = useSelector(reader, selectScrub) !== null;
  const place = useSelector(reader, selectFooter, shallowEqual);
  return (share: number) => {
    if (!isMoved && place && pages !== null)
      return t('pageOfBook', { page: place.opening?.join('–') ?? place.page, pages });
    const spot = spotOf(share, pages, chapters);
    const chapter = isMoved ? spot.chapter : place?.chapter;
    const at = spot.page === null ? formatPercent(share, locale) : t('pageNumber', { page: spot.page });
    return [chapter, at].filter(Boolean).join(' · ');
  };
}

const NONE: readonly number[] = [];
const known = new WeakMap<object, readonly number[]>();

/** A stable list for the same places, so that marks do not rerender. */
function sharesOf(places: readonly { readonly share: number }[]): readonly number[] {
  if (places.length === 0) return NONE;
  const shares = known.get(places) ?? places.map(({ share }) => share);
  known.set(places, shares);
  return shares;
}
