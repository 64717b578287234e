import type { CoverPart } from './collection-cover.tsx';
import { COVER_RATIO, Cover } from './cover.tsx';
import type { CoverAspect } from './cover.tsx';
import { CoverPlaceholder } from './cover-placeholder.tsx';

/** At most so many covers lie in the fan (CON-017). */
export const SERIES_COVERS = 10;
/** A cover of which less would be seen, in CSS pixels, is left out: nobody recognises it, and it costs a request. */
const LEAST_SLICE = 36;

export interface SeriesCoverProps {
  name: string;
  books: readonly CoverPart[];
  aspect: CoverAspect;
  /** Width of the whole, in CSS pixels: two covers. */
  width: number;
  invalidLabel: string;
}

/** The books of a series as a fan, the first on top (WID-021); a single one over its own blur; the name when there is no book (WID-022). */
export function SeriesCover({ name, books, aspect, width, invalidLabel }: SeriesCoverProps) {
  const shown = books.slice(0, Math.min(SERIES_COVERS, 1 + Math.max(1, Math.floor(width / 2 / LEAST_SLICE))));
  const only = shown.length === 1 ? shown[0] : undefined;
  const step = shown.length > 1 ? 50 / (shown.length - 1) : 0;
  return (
    <div className="relative w-full overflow-hidden rounded-sm bg-surface-2" style={{ aspectRatio: `2 / ${COVER_RATIO[aspect]}` }}>
      {shown.length === 0 && <CoverPlaceholder title={name} />}
      {only?.src && <img src={only.src} alt="" aria-hidden="true" loading="lazy" decoding="async" className="absolute inset-0 size-full scale-125 object-cover opacity-50 blur-lg" />}
      {shown.map((book, place) => (
        <div key={book.id} className="absolute top-0 w-1/2 shadow-[0_0_6px_rgb(0_0_0/0.35)]" style={{ insetInlineStart: `${only ? 25 : place * step}%`, zIndex: SERIES_COVERS - place }}>
          <Cover src={book.src} src2x={book.src2x} title={book.title} author={book.author} aspect={aspect} width={width / 2} invalidLabel={invalidLabel} className="rounded-none!" />
        </div>
      ))}
    </div>
  );
}
