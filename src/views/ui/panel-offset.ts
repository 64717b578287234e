/** CSS pixels between panel and anchor: `gap`, and more above the player bar so that the panel covers none of it. */
export function panelOffset(anchor: HTMLElement | null, gap: number): (at: { readonly side: string }) => number {
  return ({ side }) => {
    const bar = side === 'top' ? anchor?.closest('[data-dock="bar"]') : null;
    return bar && anchor ? gap + anchor.getBoundingClientRect().top - bar.getBoundingClientRect().top : gap;
  };
}
