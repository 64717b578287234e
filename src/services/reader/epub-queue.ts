import { pause } from '../idle.ts';
import type { Section } from './epub-internals.ts';
import type { EpubLayout, Shown } from './epub-layout.ts';
import { endOf } from './epub-places.ts';
import type { EpubPosition } from './epub-position.ts';
import { within } from './within.ts';

/** Timeout for the next frame, in ms. */
const FRAME_MS = 100;

export interface EpubQueue {
  readonly isBusy: boolean;
  /** Changes run one after the other. A turn sets the place (to `target`, if given): other changes return to it. */
  run(isTurn: boolean, work: () => Promise<unknown>, target?: string): Promise<void>;
  /** Shows a place, or the beginning. */
  put(target: string | undefined): Promise<void>;
  /** A turn over the border of a file shows this end of the next one. */
  seek(end: 'first' | 'last'): void;
}

interface Options {
  readonly layout: EpubLayout;
  readonly position: EpubPosition;
  readonly shown: Shown;
  readonly sections: readonly Section[];
  /** Drops the shown pages. */
  readonly clear: () => void;
  readonly onRest: () => void;
}

export function createQueue({ layout, position, shown, sections, clear, onRest }: Options): EpubQueue {
  let isBusy = false;
  let last: Promise<unknown> = Promise.resolve();
  let sought: { readonly target: string | undefined } | { readonly end: 'first' | 'last' } = { end: 'first' };

  function put(target: string | undefined): Promise<void> {
    sought = { target };
    return layout.put(target);
  }

  /** Pages above each other are counted by their height, once the text is known to be vertical. */
  async function heedDirection() {
    const [page] = layout.pages();
    const runsDown = page?.window.getComputedStyle(page.document.documentElement).writingMode.startsWith('vertical');
    if (!page || runsDown === undefined || runsDown === shown.isVertical) return;
    const target =
      'target' in sought
        ? (sought.target ?? position.anchor() ?? undefined)
        : ((sought.end === 'last' ? endOf(page) : undefined) ?? sections[page.sectionIndex]?.href);
    shown.isVertical = runsDown;
    clear();
    await put(target);
  }

  async function change(isTurn: boolean, work: () => Promise<unknown>, target?: string): Promise<void> {
    await within(work());
    await within(heedDirection());
    position.note(isTurn, target);
    // New content has its size in the next frame, which a hidden page does not get.
    await Promise.race([new Promise((next) => requestAnimationFrame(next)), pause(FRAME_MS)]);
    position.note(isTurn, target);
    const anchor = position.anchor();
    if (shown.isClosed || layout.isScrolled() || anchor === null || position.isOnPages(anchor) !== false) return;
    await within(put(anchor));
    position.note(false);
  }

  return {
    get isBusy() {
      return isBusy;
    },
    put,
    seek: (end) => (sought = { end }),
    run(isTurn, work, target) {
      const done = last.then(async () => {
        if (shown.isClosed) return;
        isBusy = true;
        const keepFocus = focusIn(shown.surface);
        try {
          await change(isTurn, work, target);
        } finally {
          isBusy = false;
          keepFocus(layout.pages()[0]?.window.frameElement);
          onRest();
        }
      });
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** The focus goes with the frame that has it: the one that replaces it takes it over, else the surface. */
function focusIn(surface: HTMLElement) {
  const { ownerDocument: doc } = surface;
  const hadFocus = surface.contains(doc.activeElement);
  return (frame: Element | null | undefined) => {
    if (!hadFocus || doc.activeElement !== doc.body) return;
    ((frame as HTMLElement | null | undefined) ?? surface).focus({ preventScroll: true });
  };
}
