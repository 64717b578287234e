import { COVER_RATIO, Cover } from './cover.tsx';
import type { CoverAspect } from './cover.tsx';

/** What a composed cover needs of each of its books. */
export interface CoverPart {
  id: string;
  src: string | null;
  src2x?: string | undefined;
  title: string;
  author?: string | undefined;
}

export interface CollectionCoverProps {
  books: readonly CoverPart[];
  aspect: CoverAspect;
  /** Width of the whole, in CSS pixels. */
  width: number;
  /** 'Empty Collection' (WID-019). */
  emptyLabel: string;
  invalidLabel: string;
}

/** The first two books of a collection side by side (WID-018). Two covers wide. */
export function CollectionCover({ books, aspect, width, emptyLabel, invalidLabel }: CollectionCoverProps) {
  return (
    <div className="flex w-full overflow-hidden rounded-sm bg-surface-2" style={{ aspectRatio: `2 / ${COVER_RATIO[aspect]}` }}>
      {books.length === 0 && <span className="m-auto p-2 text-center text-sm text-ink-2">{emptyLabel}</span>}
      {books.slice(0, 2).map((book) => (
        <div key={book.id} className="w-1/2">
          <Cover src={book.src} src2x={book.src2x} title={book.title} author={book.author} aspect={aspect} width={width / 2} invalidLabel={invalidLabel} className="rounded-none!" />
        </div>
      ))}
    </div>
  );
}
