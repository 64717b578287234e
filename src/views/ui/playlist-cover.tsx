import type { CoverPart } from './collection-cover.tsx';
import { Cover } from './cover.tsx';

/** Which item stands in each of the four tiles, for one to four items: fewer are repeated across. */
const TILES = [[], [0], [0, 1, 1, 0], [0, 1, 2, 0], [0, 1, 2, 3]] as const;

export interface PlaylistCoverProps {
  items: readonly CoverPart[];
  width: number;
  invalidLabel: string;
}

/** Four tiles, two by two (WID-020); a playlist of one thing shows that alone. Always square. */
export function PlaylistCover({ items, width, invalidLabel }: PlaylistCoverProps) {
  const tiles = (TILES[Math.min(items.length, 4)] ?? []).map((at) => items[at]);
  const only = tiles.length === 1;
  return (
    <div className="grid aspect-square w-full grid-cols-2 overflow-hidden rounded-sm bg-surface-2">
      {tiles.map((item, place) => item && (
        <div key={place} className={only ? 'col-span-2' : undefined}>
          <Cover src={item.src} src2x={item.src2x} title={item.title} author={item.author} aspect="square" width={only ? width : width / 2} invalidLabel={invalidLabel} className="rounded-none!" />
        </div>
      ))}
    </div>
  );
}
