import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectPosition } from '../../machines/reader/reader.selectors.ts';

/** All pages of a book by their numbers; the one in view is marked. */
export function PageGrid({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const place = useSelector(reader, selectPosition);
  if (!place) return null;
  const pages = Array.from({ length: place.pages }, (_, index) => index + 1);
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(3.25rem,1fr))] gap-1 p-2">
      {pages.map((page) => (
        <li key={page}>
          <button
            type="button"
            ref={page === place.page ? bringIntoView : undefined}
            aria-label={t('pageNumber', { page })}
            aria-current={page === place.page ? 'page' : undefined}
            className="min-h-11 w-full rounded-md bg-surface-2 text-sm text-ink tabular-nums hover:bg-surface-3 aria-[current]:bg-accent aria-[current]:font-semibold aria-[current]:text-accent-ink"
            onClick={() => reader.send({ type: 'reader.go', target: String(page) })}
          >
            {page}
          </button>
        </li>
      ))}
    </ol>
  );
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'center' });
}
