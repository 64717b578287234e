import type { StateValue } from 'xstate';

export function innermost(value: StateValue | undefined): string {
  return typeof value === 'object' ? innermost(Object.values(value)[0]) : String(value);
}

/** The innermost state of the player's transport: `playing` of `loaded.sounding.playing`. */
export function transportOf(player: { getSnapshot(): { readonly value: { readonly transport: StateValue } } }): string {
  return innermost(player.getSnapshot().value.transport);
}

/** The outermost state of a machine without regions: `open` of `{ open: 'following' }`. */
export function topState(actor: { getSnapshot(): { readonly value: StateValue } }): string {
  const { value } = actor.getSnapshot();
  return typeof value === 'string' ? value : Object.keys(value).join();
}
