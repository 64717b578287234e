import { SEGMENT_LENGTH } from './hls.types.ts';

export function segmentCount(duration: number): number {
  return Math.max(1, Math.ceil(duration / SEGMENT_LENGTH));
}

/** A VOD playlist of the whole item: `output-<n>.ts` of equal length, the last one shorter. */
export function playlistOf(duration: number): string {
  const count = segmentCount(duration);
  const segments = Array.from({ length: count }, (_, index) => {
    const length = index < count - 1 ? SEGMENT_LENGTH : Math.max(0.1, duration - index * SEGMENT_LENGTH);
    return `#EXTINF:${Number(length.toFixed(6))},\noutput-${index}.ts`;
  });
  const length = `#EXT-X-TARGETDURATION:${SEGMENT_LENGTH}`;
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-ALLOW-CACHE:NO',
    length,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
  ];
  return [...head, ...segments, '#EXT-X-ENDLIST', ''].join('\n');
}

/** Runs of numbers as the API writes them: `0-14`, `20`. */
export function chunksOf(segments: readonly number[]): string[] {
  const runs: [number, number][] = [];
  for (const segment of segments) {
    const run = runs.at(-1);
    if (run && run[1] === segment - 1) run[1] = segment;
    else runs.push([segment, segment]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`));
}
