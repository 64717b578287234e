import type { StateValue } from 'xstate';

/** The innermost state of the player's transport: `playing` of `loaded.sounding.playing`. */
export function transportOf(player: { getSnapshot(): { readonly value: { readonly transport: StateValue } } }): string {
  const innermost = (value: StateValue | undefined): string =>
    typeof value === 'object' ? innermost(Object.values(value)[0]) : String(value);
  return innermost(player.getSnapshot().value.transport);
}
