import { COVER_RATIO, PlaybackMark } from './cover.tsx';
import type { CoverAspect, CoverProps } from './cover.tsx';
import { CoverPart } from './cover-part.tsx';
import type { CoverPartBook } from './cover-part.tsx';
import { CoverPlaceholder } from './cover-placeholder.tsx';

export const SERIES_COVERS = 10;
/** A cover with a smaller visible slice (CSS pixels) is left out: it costs a request. */
const LEAST_SLICE = 36;

export interface SeriesCoverProps {
  name: string;
  books: readonly CoverPartBook[];
  aspect: CoverAspect;
  /** CSS pixels: two covers. */
  width: number;
  invalidLabel: string;
  playback?: CoverProps['playback'];
}

/** The books of a series as a fan; one over its own blur; the name where none has a picture. */
export function SeriesCover({ name, books, aspect, width, invalidLabel, playback }: SeriesCoverProps) {
  const shown = books.slice(0, Math.min(SERIES_COVERS, 1 + Math.max(1, Math.floor(width / 2 / LEAST_SLICE))));
  const isBare = shown.every(({ src }) => src === null);
  const only = shown.length === 1 ? shown[0] : undefined;
  const step = shown.length > 1 ? 50 / (shown.length - 1) : 0;
  return (
    <div
      className="relative w-full overflow-hidden rounded-sm bg-surface-2"
      style={{ aspectRatio: `2 / ${COVER_RATIO[aspect]}` }}
    >
      {playback && (
        <div className="absolute start-0 top-0 z-20">
          <PlaybackMark {...playback} />
        </div>
      )}
      {isBare && <CoverPlaceholder title={name} />}
      {only?.src && (
        <img
          src={only.src}
          alt=""
          aria-hidden="true"
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full scale-125 object-cover opacity-50 blur-lg"
        />
      )}
      {(isBare ? [] : shown).map((book, place) => (
        <div
          key={book.id}
          className="absolute top-0 w-1/2 shadow-[0_0_6px_rgb(0_0_0/0.35)]"
          style={{ insetInlineStart: `${only ? 25 : place * step}%`, zIndex: SERIES_COVERS - place }}
        >
          <CoverPart book={book} aspect={aspect} width={width / 2} invalidLabel={invalidLabel} />
        </div>
      ))}
    </div>
  );
}
