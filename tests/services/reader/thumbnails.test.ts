import { beforeEach, expect, test, vi } from 'vitest';
import { createThumbnails, type Watch } from '../../../src/services/reader/thumbnails.ts';
import { createDeferred, type Deferred } from '../../support/fakes/deferred.ts';

interface Canvas {
  width: number;
  height: number;
  readonly style: object;
  remove(): void;
}

/** An element as far as a thumbnail needs one. */
class Slot {
  readonly clientWidth = 80;
  isConnected = true;
  shown: Canvas | null = null;

  replaceChildren(canvas: Canvas) {
    this.shown = canvas;
    canvas.remove = () => void (this.shown = null);
  }
}

/** Thumbnails whose pages are drawn by hand. `see` reports what enters or leaves the view. */
function setUp() {
  const drawn: { readonly page: number; readonly width: number; readonly canvas: Deferred<Canvas> }[] = [];
  const watched = new Set<HTMLElement>();
  let notify: Parameters<Watch>[0] = () => undefined;
  const thumbnails = createThumbnails(
    (page, width) => {
      const canvas = createDeferred<Canvas>();
      drawn.push({ page, width, canvas });
      return canvas.promise as unknown as Promise<HTMLCanvasElement>;
    },
    (onSeen) => {
      notify = onSeen;
      return {
        observe: (element) => void watched.add(element as HTMLElement),
        unobserve: (element) => void watched.delete(element as HTMLElement),
        disconnect: () => watched.clear(),
      };
    },
  );
  const show = (page: number, into = new Slot()) => {
    thumbnails.show(page, into as unknown as HTMLElement);
    return into;
  };
  return {
    drawn,
    watched,
    show,
    close: () => thumbnails.close(),
    see: (slot: Slot, isSeen = true) => notify(slot as unknown as HTMLElement, isSeen),
    pages: () => drawn.map(({ page }) => page),
    /** The next page that is drawn is ready. */
    async finish(at: number): Promise<Canvas> {
      const canvas: Canvas = { width: 160, height: 220, style: {}, remove: () => undefined };
      drawn[at]?.canvas.resolve(canvas);
      await vi.waitFor(() => expect(drawn[at]).toBeDefined());
      await new Promise((done) => setTimeout(done));
      return canvas;
    },
  };
}

beforeEach(() => void vi.stubGlobal('devicePixelRatio', 2));

test('a page is drawn when it is in view, in the pixels of the screen', async () => {
  const { show, see, drawn, finish } = setUp();
  const slot = show(3);
  expect(drawn).toEqual([]);
  see(slot);
  expect(drawn).toMatchObject([{ page: 3, width: 160 }]);
  const canvas = await finish(0);
  expect(slot.shown).toBe(canvas);
});

test('two are drawn at a time, and those that left the view before their turn are not drawn', async () => {
  const { show, see, pages, finish } = setUp();
  const slots = [1, 2, 3, 4].map((page) => show(page));
  for (const slot of slots) see(slot);
  expect(pages()).toEqual([1, 2]);
  const [, , third] = slots;
  if (third) see(third, false);
  await finish(0);
  expect(pages()).toEqual([1, 2, 4]);
});

test('one that leaves the view releases its memory, and is drawn again on its return', async () => {
  const { show, see, pages, finish } = setUp();
  const slot = show(1);
  see(slot);
  const canvas = await finish(0);
  see(slot, false);
  expect([slot.shown, canvas.width, canvas.height]).toEqual([null, 0, 0]);
  see(slot);
  expect(pages()).toEqual([1, 1]);
});

test('one that leaves the view while it is drawn keeps nothing', async () => {
  const { show, see, finish } = setUp();
  const slot = show(1);
  see(slot);
  see(slot, false);
  const canvas = await finish(0);
  expect([slot.shown, canvas.width]).toEqual([null, 0]);
});

test('an element that gets another page shows that one only', async () => {
  const { show, see, pages, finish } = setUp();
  const slot = show(1);
  see(slot);
  show(2, slot);
  see(slot);
  expect(pages()).toEqual([1, 2]);
  const second = await finish(1);
  const first = await finish(0);
  expect([slot.shown, first.width]).toEqual([second, 0]);
  // Repeated: nothing to do.
  show(2, slot);
  see(slot);
  expect(pages()).toEqual([1, 2]);
});

test('a page that fails to draw stays empty, and blocks no other', async () => {
  const { show, see, drawn, pages } = setUp();
  for (const page of [1, 2, 3]) see(show(page));
  drawn[0]?.canvas.reject(new Error('Damaged'));
  await vi.waitFor(() => expect(pages()).toEqual([1, 2, 3]));
});

test('removed elements are not watched any more; the end releases all', async () => {
  const { show, see, finish, watched, close } = setUp();
  const [gone, kept] = [show(1), show(2)];
  see(kept);
  const canvas = await finish(0);
  gone.isConnected = false;
  see(gone, false);
  expect(watched.size).toBe(1);
  close();
  expect([watched.size, kept.shown, canvas.width]).toEqual([0, null, 0]);
});
