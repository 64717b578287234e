/** Whether an event is on, or moves the focus to, the button of a popup: as 'outside' it would close and open again. */
export function pressedOn(anchor: HTMLElement | null, event: Event): boolean {
  const places = [event.target, event instanceof FocusEvent ? event.relatedTarget : null];
  return anchor !== null && places.some((place) => place instanceof Node && anchor.contains(place));
}
