/**
 * Whether an event comes from a control or takes the focus to it: what happens on the thing a popup hangs on is
 * that thing's own business and not 'outside' (it would close here and open again there).
 */
export function pressedOn(anchor: HTMLElement | null, event: Event): boolean {
  const places = [event.target, event instanceof FocusEvent ? event.relatedTarget : null];
  return anchor !== null && places.some((place) => place instanceof Node && anchor.contains(place));
}
