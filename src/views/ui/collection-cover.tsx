import { COVER_RATIO, PlaybackMark } from './cover.tsx';
import type { CoverAspect, CoverProps } from './cover.tsx';
import { CoverPart } from './cover-part.tsx';
import type { CoverPartBook } from './cover-part.tsx';

export interface CollectionCoverProps {
  books: readonly CoverPartBook[];
  aspect: CoverAspect;
  /** Width of the whole, in CSS pixels. */
  width: number;
  emptyLabel: string;
  invalidLabel: string;
  playback?: CoverProps['playback'];
}

export function CollectionCover({ books, aspect, width, emptyLabel, invalidLabel, playback }: CollectionCoverProps) {
  return (
    <div
      className="relative flex w-full overflow-hidden rounded-sm bg-surface-2"
      style={{ aspectRatio: `2 / ${COVER_RATIO[aspect]}` }}
    >
      {playback && <PlaybackMark {...playback} />}
      {books.length === 0 && <span className="m-auto p-2 text-center text-sm text-ink-2">{emptyLabel}</span>}
      {books.slice(0, 2).map((book) => (
        <div key={book.id} className="w-1/2">
          <CoverPart book={book} aspect={aspect} width={width / 2} invalidLabel={invalidLabel} />
        </div>
      ))}
    </div>
  );
}
