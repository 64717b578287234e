import { CoverPart } from './cover-part.tsx';
import type { CoverPartBook } from './cover-part.tsx';

const TILES = [[], [0], [0, 1, 1, 0], [0, 1, 2, 0], [0, 1, 2, 3]] as const;

export interface PlaylistCoverProps {
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
