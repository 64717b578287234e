/**
 * How far a panel stands off its anchor, in CSS pixels: `gap`, and above the player bar so much more that it covers
 * nothing of the bar.
 */
export function panelOffset(anchor: HTMLElement | null, gap: number): (at: { readonly side: string }) => number {
  return ({ side }) => {
    const bar = side === 'top' ? anchor?.closest('[data-dock="bar"]') : null;
    return bar && anchor ? gap + anchor.getBoundingClientRect().top - bar.getBoundingClientRect().top : gap;
  };
}
