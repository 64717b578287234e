import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { memo, useCallback } from 'react';
import { typedPage } from '../../machines/reader/pages.logic.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectPageCount, selectQuery, selectPosition } from '../../machines/reader/reader.selectors.ts';
import { FindField } from '../ui/find-field.tsx';
import { VirtualGrid } from '../ui/virtual-grid.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { goFromPanel, SidePanel } from './side-panel.tsx';

/** From here a page can be found by its number, too. */
const MANY = 100;

export function PagesPanel({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const count = useSelector(reader, selectPageCount);
  const query = useSelector(reader, selectQuery);
  const wanted = typedPage(query, count);
  const type = (text: string) => reader.send({ type: 'reader.search', query: text });
  return (
    <SidePanel
      label={t('pages')}
      closeLabel={t('closePages')}
      onClose={() => reader.send({ type: 'reader.toggleContents' })}
      header={
        count > MANY ? (
          <FindField
            label={t('pagePicker')}
            inputMode="numeric"
            value={query}
            onChange={type}
            onKeyDown={({ key, currentTarget }) => {
              if (key !== 'Enter' || wanted === null) return;
              type('');
              goFromPanel(reader, String(wanted), currentTarget);
            }}
          />
        ) : (
          <h3 className="font-semibold">{t('pages')}</h3>
        )
      }
    >
      <PageGrid reader={reader} wanted={wanted} />
    </SidePanel>
  );
}

/** Width of a page in CSS pixels, and its usual height by its width. */
const WIDTH = 84;
const RATIO = 1.4;
const NUMBER_REM = 1.75;

interface PageGridProps {
  reader: ReaderRef;
  /** The page in view is marked, without scrolling to it: content stands above. */
  startsAtTop?: boolean;
  /** The page in the middle instead of the one in view. */
  wanted?: number | null;
}

export function PageGrid({ reader, startsAtTop = false, wanted = null }: PageGridProps) {
  const t = useTranslations('reader');
  const count = useSelector(reader, selectPageCount);
  const page = useSelector(reader, selectPosition)?.page ?? 1;
  const renderCell = useCallback((place: CellPlace) => <PageCell reader={reader} {...place} />, [reader]);
  return (
    <div className="p-2">
      <VirtualGrid
        label={t('pages')}
        count={count}
        minCellWidth={WIDTH}
        gap={8}
        ratio={RATIO}
        textRem={NUMBER_REM}
        centre={startsAtTop ? undefined : (wanted ?? page) - 1}
        renderCell={renderCell}
        onWindow={loadNothing}
      />
    </div>
  );
}

function loadNothing(): void {}

const PageCell = memo(function PageCell({ reader, index, tabIndex }: CellPlace & { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const page = index + 1;
  const isCurrent = useSelector(reader, selectPosition)?.page === page;
  const show = useCallback(
    (into: HTMLElement | null) => {
      if (into) reader.send({ type: 'reader.showThumbnail', page, into });
    },
    [reader, page],
  );
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={t('pageNumber', { page })}
      aria-current={isCurrent ? 'page' : undefined}
      className="group flex size-full flex-col rounded-md p-1 text-sm text-ink tabular-nums hover:bg-surface-3 aria-[current]:bg-accent aria-[current]:font-semibold aria-[current]:text-accent-ink"
      onClick={({ currentTarget }) => goFromPanel(reader, String(page), currentTarget)}
    >
      <span ref={show} aria-hidden="true" className="min-h-0 w-full flex-1 overflow-hidden rounded-sm bg-surface-2" />
      <span className="w-full shrink-0 pt-0.5 text-center">{page}</span>
    </button>
  );
});
