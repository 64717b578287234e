import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps } from 'react';
import { isRightToLeft } from './roving.ts';
import { cx } from './cx.ts';

/** How long a tooltip stays after the pointer left, and how long the pointer rests before it shows; ms. */
export const TOOLTIP_HIDE_MS = 100;
const TOOLTIP_SHOW_MS = 350;
const GAP = 6;
const EDGE = 8;

/**
 * Tooltips of all `data-tip` elements; mount it once. Hidden from screen readers: names or descriptions say the same.
 */
export function TooltipLayer() {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = layer.current;
    return element ? attachTooltips(element) : undefined;
  }, []);
  return (
    <div
      ref={layer}
      aria-hidden="true"
      data-open="false"
      className="fixed top-0 left-0 z-90 flex max-w-72 items-center gap-2 rounded-sm bg-ink px-2.5 py-1.5 text-xs font-medium text-surface-0 opacity-0 transition-opacity duration-100 data-[open=false]:pointer-events-none data-[open=false]:invisible data-[open=true]:opacity-100 forced-colors:border"
    >
      <span data-part="text" />
      <KeyHint data-part="keys" className="opacity-70 empty:hidden" />
    </div>
  );
}

/** The tooltip of one element at a time, its owner. */
function createTooltip(layer: HTMLElement) {
  const text = layer.querySelector('[data-part="text"]');
  const keys = layer.querySelector('[data-part="keys"]');
  let owner: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // The text may change, or the element go, without a pointer event.
  const watch = new MutationObserver(() => {
    if (!owner?.isConnected || !owner.dataset['tip']) hide();
    else if (owner.dataset['tip'] !== text?.textContent) show(owner);
  });
  const hide = () => {
    clearTimeout(timer);
    watch.disconnect();
    owner = null;
    layer.dataset['open'] = 'false';
  };
  const show = (target: HTMLElement) => {
    clearTimeout(timer);
    if (!target.isConnected || !text || !keys) return hide();
    if (target !== owner) {
      watch.disconnect();
      watch.observe(target, { attributeFilter: ['data-tip'] });
      watch.observe(document.body, { childList: true, subtree: true });
    }
    owner = target;
    text.textContent = target.dataset['tip'] ?? '';
    keys.textContent = (target.dataset['tipKeys'] ?? '').replaceAll('+', ' + ');
    const place = placeTooltip(
      target.getBoundingClientRect(),
      { width: layer.offsetWidth, height: layer.offsetHeight },
      target.dataset['tipSide'],
      isRightToLeft(target),
    );
    layer.style.transform = `translate(${Math.round(place.left)}px, ${Math.round(place.top)}px)`;
    layer.dataset['open'] = 'true';
  };
  const later = (action: () => void, delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
  return { owner: () => owner, show, hide, later, stay: () => clearTimeout(timer) };
}

const ownerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;

function attachTooltips(layer: HTMLElement): () => void {
  const { owner, show, hide, later, stay } = createTooltip(layer);
  let pressed: HTMLElement | null = null;

  const over = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    if (event.target instanceof Node && layer.contains(event.target)) return stay();
    const target = ownerOf(event.target);
    if (target !== null && target === pressed) return undefined;
    pressed = null;
    if (target === owner()) {
      if (target) stay();
      return undefined;
    }
    if (target) return owner() ? show(target) : later(() => show(target), TOOLTIP_SHOW_MS);
    return later(hide, TOOLTIP_HIDE_MS);
  };
  const out = ({ relatedTarget }: PointerEvent) => {
    if (relatedTarget === null) later(hide, TOOLTIP_HIDE_MS);
  };
  const down = (event: PointerEvent) => {
    pressed = ownerOf(event.target);
    hide();
  };
  const focusIn = (event: FocusEvent) => {
    const target = ownerOf(event.target);
    if (target?.matches(':focus-visible')) show(target);
  };
  const focusOut = (event: FocusEvent) => {
    if (owner() && ownerOf(event.target) === owner()) hide();
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  const scrolled = ({ target }: Event) => {
    if (owner() && target instanceof Node && target.contains(owner())) hide();
  };

  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener('pointerover', over, { signal });
  document.addEventListener('pointerout', out, { signal });
  document.addEventListener('pointerdown', down, { signal });
  document.addEventListener('focusin', focusIn, { signal });
  document.addEventListener('focusout', focusOut, { signal });
  document.addEventListener('keydown', keyDown, { signal });
  document.addEventListener('scroll', scrolled, { signal, capture: true, passive: true });
  return () => {
    hide();
    stop.abort();
  };
}

interface Size {
  width: number;
  height: number;
}

/** Top left corner, in CSS pixels: on `side` if it fits there, always in the window. */
export function placeTooltip(
  target: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>,
  tip: Size,
  side: string | undefined,
  rightToLeft: boolean,
  view: Size = { width: innerWidth, height: innerHeight },
): { left: number; top: number } {
  const inside = (value: number, size: number, room: number) => Math.max(EDGE, Math.min(value, room - size - EDGE));
  if (side === 'end') {
    const left = rightToLeft ? target.left - GAP - tip.width : target.right + GAP;
    return {
      left: inside(left, tip.width, view.width),
      top: inside((target.top + target.bottom - tip.height) / 2, tip.height, view.height),
    };
  }
  const above = target.top - GAP - tip.height;
  const below = target.bottom + GAP;
  const top =
    side === 'bottom' ? (below + tip.height > view.height - EDGE ? above : below) : above < EDGE ? below : above;
  return { left: inside((target.left + target.right - tip.width) / 2, tip.width, view.width), top };
}

export function KeyHint({ className, ...rest }: ComponentProps<'kbd'>) {
  return <kbd {...rest} className={cx('font-sans text-xs touch:hidden', className)} />;
}
