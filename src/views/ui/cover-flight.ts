/** The attribute by which the places of one cover find each other. */
export const FLIGHT = 'data-flight';

const FLIGHT_MS = 260;
/** A cover that appears later than this after the press does not move. */
const WAIT_MS = 700;

/** Where the cover was last seen before its page went. */
let left: { readonly name: string; readonly place: DOMRect; readonly at: number } | null = null;

const nameOf = (cover: Element) => cover.getAttribute(FLIGHT) ?? '';

/** What was moved away by a finger takes its cover along. */
export function ground(within: Element): void {
  within.querySelector(`[${FLIGHT}]`)?.removeAttribute(FLIGHT);
}

function isInWindow({ top, bottom, width }: DOMRect): boolean {
  return width > 0 && bottom > 0 && top < window.innerHeight;
}

/** Elements with this value of the attribute. Ids are the server's: no selector is made of them. */
function having(attribute: string, value: string): Element[] {
  return [...document.querySelectorAll(`[${attribute}]`)].filter((one) => one.getAttribute(attribute) === value);
}

const others = (cover: Element) => having(FLIGHT, nameOf(cover)).filter((one) => one !== cover);

// A press on a link measures the cover while the layout is clean: a page of covers that goes measures none.
document.addEventListener(
  'click',
  ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href*="/item/"]') : null;
    const name = link?.getAttribute('href')?.split('/').pop() ?? '';
    const covers = link ? having(FLIGHT, name).filter((one) => isInWindow(one.getBoundingClientRect())) : [];
    const cover = covers.find((one) => one.parentElement?.matches(':hover, :focus-within')) ?? covers[0];
    if (cover) leave(name, cover.getBoundingClientRect());
  },
  { capture: true },
);

function leave(name: string, place: DOMRect): void {
  if (isInWindow(place)) left = { name, place, at: performance.now() };
}

/** Marks the picture that moves: a copy above everything, so that no list cuts it. */
const COPY = 'data-flying';

/** Where one sees the cover now, also in the middle of its way. */
function placeOf(cover: Element): DOMRect {
  const copy = having(COPY, nameOf(cover))[0];
  const place = (copy ?? cover).getBoundingClientRect();
  copy?.remove();
  return place;
}

function move(cover: Element, from: DOMRect): void {
  const to = cover.getBoundingClientRect();
  if (!isInWindow(to) || !isInWindow(from) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const copy = cover.cloneNode(true) as HTMLElement;
  copy.removeAttribute(FLIGHT);
  copy.setAttribute(COPY, nameOf(cover));
  copy.ariaHidden = 'true';
  for (const mark of copy.querySelectorAll(':scope > :not(img):not(:first-child)')) mark.remove();
  Object.assign(copy.style, {
    position: 'fixed',
    inset: `${to.top}px auto auto ${to.left}px`,
    width: `${to.width}px`,
    zIndex: '60',
    transformOrigin: '0 0',
    pointerEvents: 'none',
  });
  document.body.append(copy);
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  const timing = { duration: FLIGHT_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' };
  cover.animate({ opacity: [0, 0] }, timing);
  copy.animate({ transform: [start, 'none'] }, timing).onfinish = () => copy.remove();
}

function takeLeft(name: string): DOMRect | undefined {
  if (left?.name !== name || performance.now() - left.at > WAIT_MS) return undefined;
  const { place } = left;
  left = null;
  return place;
}

/** Ref of a cover in a list: it moves here from the page that went. */
export function land(cover: Element | null): void {
  if (!cover || left === null || !isInWindow(cover.getBoundingClientRect())) return;
  const from = takeLeft(nameOf(cover));
  if (from) move(cover, from);
}

/** Ref of the one cover of a page: it moves here from where it was pressed or still is, and back when the page goes. */
export function fly(cover: Element | null): (() => void) | undefined {
  if (!cover) return undefined;
  const from = takeLeft(nameOf(cover)) ?? others(cover)[0]?.getBoundingClientRect();
  const shown = cover.getBoundingClientRect();
  if (from) move(cover, from);
  return () => {
    // A dialog takes its elements out of the document first.
    const place = cover.isConnected ? placeOf(cover) : shown;
    const remaining = others(cover)[0];
    if (remaining) move(remaining, place);
    else leave(nameOf(cover), place);
  };
}
