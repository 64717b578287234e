import type Section from 'epubjs/types/section';
import { pause, untilFree } from '../idle.ts';

/** A chapter in its frame, as epubjs has it. */
interface View {
  readonly element: HTMLElement;
  readonly section: Section;
  readonly displayed: boolean;
  readonly writingMode?: string;
  readonly contents?: { destroy(): void };
  onDisplayed: (view: View) => void;
  display(request: unknown): Promise<unknown>;
  destroy(): void;
}

/** What shows chapters, as epubjs has it. */
interface ViewManager {
  readonly container: HTMLElement;
  readonly request: unknown;
  readonly layout: { delta: number; readonly width: number };
  readonly views: Record<'append' | 'prepend', (view: View) => View> & { container: HTMLElement | undefined };
  createView(section: Section, isRight?: boolean): View;
  afterDisplayed(view: View): void;
}

interface Options {
  /** Names the size and the look of the pages: a chapter that was set with others is not shown. */
  readonly key: () => string;
  /** The section that is shown; undefined: none is prepared beside it now. */
  readonly shown: () => Section | undefined;
}

/** The chapters before and after the shown one, set in pages before somebody turns to them. */
export interface Neighbours {
  /**
   * Prepares them, and gives back what is beside the shown one no longer. The one that is on the way (1: on, -1: back)
   * comes as soon as the page is drawn, the other when nobody has turned for a while and the browser is idle.
   */
  prepare(way: 1 | -1): void;
  /** Gives back all of them. */
  clear(): void;
}

interface Waiting {
  readonly view: View;
  readonly key: string;
}

/** Until the page that was turned to is drawn, in ms. A browser that does not draw calls itself idle too late. */
const DRAWN_MS = 20;
/** How long nobody has turned before the other one is prepared, in ms: it would hold up the next turn. */
const REST_MS = 400;
/** How a chapter waits in the place where it is shown later: a frame that is moved loads again. */
const WAITING = { position: 'absolute', inset: '0 auto auto 0', maxWidth: '0', maxHeight: '0' };
const SHOWN = { position: 'relative', inset: '', maxWidth: '', maxHeight: '' };

/**
 * Makes a manager of epubjs take chapters that are ready. They are made as it makes them itself, by the same hooks and
 * in the same sandbox, out of sight and out of reach of the keyboard: one after and one before the shown one, none of
 * them while `shown` gives none.
 */
export function createNeighbours(held: object, { key, shown }: Options): Neighbours {
  const manager = held as ViewManager;
  const { views } = manager;
  const make = manager.createView.bind(manager);
  const waiting = new Set<Waiting>();
  let turn = 0;

  function drop(one: Waiting) {
    waiting.delete(one);
    const { view } = one;
    if (view.displayed) view.destroy();
    else view.contents?.destroy();
    view.element.remove();
  }

  manager.createView = (section, isRight) => {
    const ready = [...waiting].find((one) => one.view.section === section && one.view.displayed && one.key === key());
    if (!ready) return make(section, isRight);
    waiting.delete(ready);
    Object.assign(ready.view.element.style, SHOWN);
    return ready.view;
  };
  for (const name of ['append', 'prepend'] as const) {
    const add = views[name].bind(views);
    views[name] = (view) => {
      const { container } = views;
      if (view.element.parentElement === container) views.container = undefined;
      add(view);
      views.container = container;
      return view;
    };
  }

  async function set(section: Section): Promise<void> {
    const view = make(section);
    const one: Waiting = { view, key: key() };
    waiting.add(one);
    Object.assign(view.element.style, WAITING);
    manager.container.append(view.element);
    view.onDisplayed = () => {
      if (waiting.has(one)) manager.afterDisplayed(view);
    };
    const isSet = await view.display(manager.request).then(
      () => true,
      // It is told when somebody turns to it.
      () => false,
    );
    const isDown = view.writingMode?.startsWith('vertical') === true;
    // Pages of lines that run down are as high as the view: epubjs has set that for all chapters.
    if (isDown) manager.layout.delta = manager.layout.width;
    if (!isSet || isDown || !waiting.has(one)) drop(one);
  }

  /** @returns what is after and before the shown chapter */
  function look(): readonly (Section | undefined)[] {
    const section = shown();
    if (!section) return [];
    const beside = [section.next(), section.prev()].map((one) => one as unknown as Section | undefined);
    for (const one of waiting) if (one.key !== key() || !beside.includes(one.view.section)) drop(one);
    return beside;
  }

  async function prepare(own: number, way: 1 | -1): Promise<void> {
    const setOnce = async (section: Section | undefined) => {
      if (section && ![...waiting].some(({ view }) => view.section === section)) await set(section);
    };
    const order = () => (turn === own ? (way > 0 ? look() : look().toReversed()) : []);
    await pause(DRAWN_MS);
    const [ahead] = order();
    await setOnce(ahead);
    // At an end of the book there is one way only.
    if (ahead) {
      await pause(REST_MS);
      if (turn === own) await untilFree();
    }
    await setOnce(order()[1]);
  }

  return {
    prepare(way) {
      turn += 1;
      void prepare(turn, way);
    },
    clear() {
      turn += 1;
      for (const one of waiting) drop(one);
    },
  };
}
