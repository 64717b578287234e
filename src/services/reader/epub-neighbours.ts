import { pause, untilFree } from '../idle.ts';
import { displayAhead, replaceViews, type Manager, type Section, type View } from './epub-internals.ts';

interface Options {
  /** Size and look of the pages: a chapter set with others is not shown. */
  readonly key: () => string;
  readonly shown: () => Section | undefined;
}

/** The chapters before and after the shown one, laid out ahead. */
export interface Neighbours {
  /** Prepares one in this direction (1: next, -1: previous) once the page is drawn, the other when turning rests. */
  prepare(way: 1 | -1): void;
  clear(): void;
}

interface Waiting {
  readonly view: View;
  readonly key: string;
  /** Laid out, with its fonts: it can be shown. */
  isReady: boolean;
}

/** Until the new page is drawn, in ms. A browser that does not draw reports idle too late. */
const DRAWN_MS = 20;
/** How long turning rests before the other chapter is prepared, in ms: it would delay the next turn. */
const REST_MS = 400;
/** It waits where it is shown later: a moved frame reloads. */
const WAITING = { position: 'absolute', inset: '0 auto auto 0', maxWidth: '0', maxHeight: '0' };
const SHOWN = { position: 'relative', inset: '', maxWidth: '', maxHeight: '' };

/** Makes a manager of epubjs use prepared chapters: made with its hooks and sandbox, out of reach of the keyboard. */
export function createNeighbours(manager: Manager, { key, shown }: Options): Neighbours {
  const waiting = new Set<Waiting>();
  const make = replaceViews(manager, (section) => {
    const ready = [...waiting].find((one) => one.view.section === section && one.isReady && one.key === key());
    if (!ready) return null;
    waiting.delete(ready);
    Object.assign(ready.view.element.style, SHOWN);
    return ready.view;
  });
  let turn = 0;

  function drop(one: Waiting) {
    waiting.delete(one);
    const { view } = one;
    if (view.displayed) view.destroy();
    else view.contents?.destroy();
    view.element.remove();
  }

  async function set(section: Section): Promise<void> {
    const view = make(section);
    const one: Waiting = { view, key: key(), isReady: false };
    waiting.add(one);
    Object.assign(view.element.style, WAITING);
    manager.container.append(view.element);
    const { isSet, isDown } = await displayAhead(manager, view, () => waiting.has(one));
    one.isReady = isSet && !isDown && waiting.has(one);
    if (!one.isReady) drop(one);
  }

  function look(): readonly (Section | undefined)[] {
    const section = shown();
    if (!section) return [];
    const beside = [section.next(), section.prev()];
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
