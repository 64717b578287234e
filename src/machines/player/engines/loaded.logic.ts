/** End (s) of the loaded range around a second; that second if there is none. */
export function bufferedEnd(
  ranges: { readonly length: number; start(index: number): number; end(index: number): number },
  time: number,
): number {
  for (let range = 0; range < ranges.length; range += 1) {
    if (ranges.start(range) <= time && ranges.end(range) >= time) return ranges.end(range);
  }
  return time;
}
