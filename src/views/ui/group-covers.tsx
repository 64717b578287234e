import { PlaybackMark, Cover } from './cover.tsx';
import { COVER_RATIO } from './cover-shape.ts';
import type { CoverProps } from './cover.tsx';
import type { CoverAspect } from './cover-shape.ts';
import { CoverPlaceholder } from './cover-placeholder.tsx';

interface CollectionCoverProps {
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

const TILES = [[], [0], [0, 1, 1, 0], [0, 1, 2, 0], [0, 1, 2, 3]] as const;

interface PlaylistCoverProps {
  items: readonly CoverPartBook[];
  width: number;
  invalidLabel: string;
}

/** Two by two tiles; one cover for a single item. Always square. */
export function PlaylistCover({ items, width, invalidLabel }: PlaylistCoverProps) {
  const tiles = (TILES[Math.min(items.length, 4)] ?? []).map((at) => items[at]);
  const only = tiles.length === 1;
  return (
    <div className="grid aspect-square w-full grid-cols-2 overflow-hidden rounded-sm bg-surface-2">
      {tiles.map(
        (item, place) =>
          item && (
            <div key={place} className={only ? 'col-span-2' : undefined}>
              <CoverPart book={item} aspect="square" width={only ? width : width / 2} invalidLabel={invalidLabel} />
            </div>
          ),
      )}
    </div>
  );
}

export const SERIES_COVERS = 10;
/** A cover with a smaller visible slice (CSS pixels) is left out: it costs a request. */
const LEAST_SLICE = 36;

interface SeriesCoverProps {
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

export interface CoverPartBook {
  id: string;
  src: string | null;
  src2x?: string | undefined;
  title: string;
  author?: string | undefined;
}

interface CoverPartProps {
  book: CoverPartBook;
  aspect: CoverAspect;
  /** CSS pixels. */
  width: number;
  invalidLabel: string;
}

function CoverPart({ book, aspect, width, invalidLabel }: CoverPartProps) {
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
