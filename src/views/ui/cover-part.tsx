import { Cover } from './cover.tsx';
import type { CoverAspect } from './cover.tsx';

export interface CoverPartBook {
  id: string;
  src: string | null;
  src2x?: string | undefined;
  title: string;
  author?: string | undefined;
}

export interface CoverPartProps {
  book: CoverPartBook;
  aspect: CoverAspect;
  /** CSS pixels. */
  width: number;
  invalidLabel: string;
}

export function CoverPart({ book, aspect, width, invalidLabel }: CoverPartProps) {
  return (
    <Cover
      src={book.src}
      src2x={book.src2x}
      title={book.title}
      author={book.author}
      aspect={aspect}
      width={width}
      invalidLabel={invalidLabel}
      className="rounded-none!"
    />
  );
}
