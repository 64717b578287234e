/** As `ref`: the element comes into view when it mounts, where its panel or row of tabs is scrolled elsewhere. */
export function showOnMount(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
