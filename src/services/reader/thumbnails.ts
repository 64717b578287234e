import type { Thumbnails } from './engine.ts';

const AT_ONCE = 2;
/** Distance from the view, in CSS pixels. */
const NEAR = '200px 0px';

export type Watch = (
  onSeen: (element: HTMLElement, isSeen: boolean) => void,
) => Pick<IntersectionObserver, 'observe' | 'unobserve' | 'disconnect'>;

interface Slot {
  readonly page: number;
  picture: HTMLCanvasElement | null;
  isWanted: boolean;
  isDrawing: boolean;
}

/** Thumbnails keep memory only while in view. `sketch` draws a page, `width` in device pixels. */
export function createThumbnails(
  sketch: (page: number, width: number) => Promise<HTMLCanvasElement>,
  watch: Watch = inView,
): Thumbnails & { close(): void } {
  const slots = new Map<HTMLElement, Slot>();
  const waiting: HTMLElement[] = [];
  let drawing = 0;

  const watched = watch((element, isSeen) => {
    const slot = slots.get(element);
    if (!slot) return;
    slot.isWanted = isSeen;
    if (isSeen) {
      waiting.push(element);
      work();
      return;
    }
    empty(slot);
    if (element.isConnected) return;
    watched.unobserve(element);
    slots.delete(element);
  });

  function empty(slot: Slot) {
    const { picture } = slot;
    slot.isWanted = false;
    slot.picture = null;
    picture?.remove();
    // Some browsers keep the memory of a canvas for a while.
    if (picture) picture.width = picture.height = 0;
  }

  function work() {
    while (drawing < AT_ONCE) {
      const element = waiting.shift();
      if (!element) return;
      const slot = slots.get(element);
      if (!slot?.isWanted || slot.isDrawing || slot.picture) continue;
      drawing += 1;
      slot.isDrawing = true;
      draw(element, slot)
        .catch(() => undefined)
        .finally(() => {
          drawing -= 1;
          slot.isDrawing = false;
          work();
        });
    }
  }

  async function draw(element: HTMLElement, slot: Slot): Promise<void> {
    const picture = await sketch(slot.page, Math.max(Math.round(element.clientWidth * devicePixelRatio), 1));
    if (!slot.isWanted || slots.get(element) !== slot) {
      picture.width = picture.height = 0;
      return;
    }
    slot.picture = picture;
    picture.style.cssText = 'width:100%;height:100%;object-fit:contain';
    element.replaceChildren(picture);
  }

  return {
    show(page, into) {
      const before = slots.get(into);
      if (before?.page === page) return;
      if (before) empty(before);
      slots.set(into, { page, picture: null, isWanted: false, isDrawing: false });
      // Observing again reports once more whether it is in view.
      watched.unobserve(into);
      watched.observe(into);
    },
    close() {
      watched.disconnect();
      for (const slot of slots.values()) empty(slot);
      slots.clear();
      waiting.length = 0;
    },
  };
}

function inView(onSeen: Parameters<Watch>[0]): ReturnType<Watch> {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) onSeen(target as HTMLElement, isIntersecting);
    },
    { rootMargin: NEAR },
  );
}
