import { onStarted, type EpubBook, type Manager, type Rendition, type Section, type View } from './epub-internals.ts';
import type { Shown } from './epub-layout.ts';
import { fitFixed, sizeNamed, sizeOf } from './fixed-frame.ts';
import { SPREAD_WIDTH } from './page-margins.ts';

export type Side = 'left' | 'right' | 'center';

/** Pages of fixed layout in view together, in reading order. */
export interface Spread {
  readonly pages: readonly Section[];
  /** Where a page without another one stands; `center` also where there is room for one only. */
  readonly side: Side;
}

/** Pages side by side as the book wants them; in other books the first page is alone. */
export function spreadsOf(sections: readonly Section[], isRtl: boolean, isDouble: boolean): readonly Spread[] {
  const [first, second] = isRtl ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const spreads: Spread[] = [];
  /** A page that stands first, and waits for another one. */
  let open: Section | null = null;
  const close = () => {
    if (open) spreads.push({ pages: [open], side: first });
    open = null;
  };
  for (const page of sections.filter(({ linear }) => linear)) {
    const wanted = isDouble ? sideOf(page) : 'center';
    const side = wanted ?? (open ? second : spreads.length === 0 ? 'center' : first);
    if (open && side === second) {
      spreads.push({ pages: [open, page], side: 'center' });
      open = null;
      continue;
    }
    close();
    if (side === first) open = page;
    else spreads.push({ pages: [page], side });
  }
  close();
  return spreads;
}

/** null: the book does not say. */
function sideOf({ properties }: Section): Side | null {
  if (properties.some((one) => /\bspread-none$/.test(one))) return 'center';
  const named = properties.map((one) => /\bpage-spread-(left|right|center)$/.exec(one)?.[1]).find(Boolean);
  return (named as Side | undefined) ?? null;
}

/** epubjs pairs pages by their numbers, and never turns those from right to left: here spreads decide. */
export function showSpreads(rendition: Rendition, { spine, packaging: { metadata } }: EpubBook, shown: Shown): void {
  const { surface } = shown;
  const isRtl = metadata.direction === 'rtl';

  function isDouble(): boolean {
    const { clientWidth, clientHeight } = surface;
    const isWide = clientWidth >= SPREAD_WIDTH && clientWidth > clientHeight;
    return isWide && shown.look.spread === 'auto' && metadata.spread !== 'none';
  }

  const spreads = () => spreadsOf(spine.spineItems, isRtl, isDouble());
  const spreadOf = (page: Section): Spread =>
    spreads().find(({ pages }) => pages.includes(page)) ?? { pages: [page], side: 'center' };

  function lay({ container }: Manager, view: View) {
    const { contents, section, element } = view;
    if (!contents) return;
    const { pages, side } = spreadOf(section);
    const isHalf = pages.length > 1 || side !== 'center';
    const room = { width: container.clientWidth / (isHalf ? 2 : 1), height: container.clientHeight };
    const natural = sizeOf(contents.document) ?? sizeNamed(metadata.viewport ?? '') ?? room;
    const { width, height } = fitFixed(contents.document, natural, room);
    element.style.marginLeft = side === 'right' ? `${width}px` : '';
    element.style.marginRight = side === 'left' ? `${width}px` : '';
    if (element.style.width !== `${width}px` || element.style.height !== `${height}px`) view.reframe(width, height);
  }

  const { display } = rendition;
  rendition.display = (target) => {
    const page = spine.get(target);
    return display.call(rendition, page ? spreadOf(page).pages[0]?.href : target);
  };
  onStarted(rendition, (manager) => {
    const make = manager.createView.bind(manager);
    Object.assign(manager.container.style, { justifyContent: 'center', alignItems: 'center' });
    // It would scale the page, and replace its background.
    manager.layout.format = () => undefined;
    manager.createView = (section) => {
      const view = make(section, false);
      view.expand = () => lay(manager, view);
      return view;
    };
    manager.handleNextPrePaginated = (_, page, add) => {
      const [first, second] = spreadOf(page).pages;
      return page === first && second ? add.call(manager, second) : undefined;
    };
    const turn = (by: 1 | -1) => () => {
      const all = spreads();
      const at = all.findIndex(({ pages }) => pages.some((page) => page === manager.views.first()?.section));
      const next = at < 0 ? undefined : all[at + by]?.pages[0];
      return next && manager.display(next);
    };
    [manager.next, manager.prev] = [turn(1), turn(-1)];
  });
}
