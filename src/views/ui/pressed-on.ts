/**
 * Whether an event comes from the button of a popup, or moves the focus to it. A press there is not 'outside': the
 * popup would close and its button would open it again.
 */
export function pressedOn(anchor: HTMLElement | null, event: Event): boolean {
  const places = [event.target, event instanceof FocusEvent ? event.relatedTarget : null];
  return anchor !== null && places.some((place) => place instanceof Node && anchor.contains(place));
}
