/** Scrolls the page (AppFrame's main) to its top. */
export function scrollToTop(): void {
  document.querySelector('main[data-scroller]')?.scrollTo({ top: 0 });
}
