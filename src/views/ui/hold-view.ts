/** Scrolling is at rest when nothing moved for this long, in ms. */
const REST_MS = 100;

/** CSS scroll anchoring for browsers without it, at rest and not at the top. The returned function stops it. */
export function holdView(scroller: HTMLElement): () => void {
  /** The first thing in view and what it stands in, outermost first: a change may remove the thing itself. */
  let anchors: readonly { readonly element: Element; readonly top: number }[] = [];
  let isScrolling = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const topOf = (element: Element) => element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const aim = () => {
    const path = scroller.scrollTop > 0 ? firstInView(scroller) : [];
    anchors = path.map((element) => ({ element, top: topOf(element) }));
  };
  const hold = () => {
    if (isScrolling) return;
    const anchor = anchors.findLast(({ element }) => element.isConnected);
    const moved = anchor ? topOf(anchor.element) - anchor.top : 0;
    if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
    aim();
  };
  const scrolled = ({ target }: Event) => {
    if (target !== scroller) return;
    isScrolling = true;
    clearTimeout(rest);
    rest = setTimeout(() => {
      isScrolling = false;
      aim();
    }, REST_MS);
  };

  const sizes = new ResizeObserver(hold);
  const watch = () => {
    for (const child of scroller.children) sizes.observe(child);
  };
  const pages = new MutationObserver(watch);
  watch();
  aim();
  pages.observe(scroller, { childList: true });
  scroller.addEventListener('scroll', scrolled, { passive: true });
  return () => {
    clearTimeout(rest);
    sizes.disconnect();
    pages.disconnect();
    scroller.removeEventListener('scroll', scrolled);
  };
}

function firstInView(scroller: HTMLElement): readonly Element[] {
  const { top } = scroller.getBoundingClientRect();
  const found: Element[] = [];
  let children = scroller.children;
  for (;;) {
    const next: Element | undefined = [...children].find(
      (child) => child.getBoundingClientRect().bottom > top + 1 && !isSticking(child),
    );
    if (!next) return found;
    found.push(next);
    if (next.getBoundingClientRect().top >= top || next.matches('[role="grid"]')) return found;
    children = next.children;
  }
}

const isSticking = (element: Element): boolean => /sticky|fixed/.test(getComputedStyle(element).position);
