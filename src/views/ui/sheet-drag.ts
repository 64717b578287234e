import { ground } from './cover-flight.ts';
import { useRef, type PointerEvent } from 'react';

interface SheetDrag {
  /** Dragged down to close; otherwise up to open. */
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

interface Held {
  readonly y: number;
  readonly at: number;
  isDragged: boolean;
}

/** In pixels: less is a press. */
const SLACK_PX = 10;
/** Of the window's height. */
const FAR = 0.25;
/** Pixels per ms. */
const FAST = 0.5;
const SETTLE_MS = 200;

/** Handlers of a handle: a finger drags the full-screen sheet with it. The handle needs `touch-action: none`. */
export function useSheetDrag({ isOpen, onOpen, onClose }: SheetDrag) {
  const held = useRef<Held | null>(null);
  const begin = ({ pointerType, isPrimary, clientY, timeStamp }: PointerEvent) => {
    if (pointerType === 'touch' && isPrimary) held.current = { y: clientY, at: timeStamp, isDragged: false };
  };
  const move = ({ clientY }: PointerEvent) => {
    const drag = held.current;
    if (!drag) return;
    const moved = isOpen ? clientY - drag.y : drag.y - clientY;
    if (!drag.isDragged && moved < SLACK_PX) return;
    if (!drag.isDragged && !isOpen) onOpen();
    drag.isDragged = true;
    place(isOpen ? moved : window.innerHeight - moved);
  };
  const end = ({ clientY, timeStamp, type }: PointerEvent) => {
    const drag = held.current;
    held.current = null;
    if (!drag?.isDragged) return;
    const moved = isOpen ? clientY - drag.y : drag.y - clientY;
    const isMeant = moved > window.innerHeight * FAR || moved / Math.max(1, timeStamp - drag.at) > FAST;
    if ((isMeant && type !== 'pointercancel') !== isOpen) return settle(0, () => undefined);
    settle(window.innerHeight, onClose);
  };
  return { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: end };
}

const sheetOf = () => document.querySelector<HTMLElement>('[data-dock="sheet"]');

/** `offset`: in pixels below its place. */
function place(offset: number): void {
  const sheet = sheetOf();
  if (!sheet) return;
  for (const animation of sheet.getAnimations({ subtree: true })) animation.finish();
  sheet.style.transition = 'none';
  sheet.style.translate = `0 ${Math.max(0, offset)}px`;
}

function settle(offset: number, then: () => void): void {
  const sheet = sheetOf();
  if (!sheet) return then();
  sheet.style.transition = `translate ${SETTLE_MS}ms var(--ease-out)`;
  sheet.style.translate = `0 ${offset}px`;
  if (offset > 0) ground(sheet);
  setTimeout(() => {
    then();
    if (offset === 0) sheet.style.translate = '';
  }, SETTLE_MS);
}
