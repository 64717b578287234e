export function scrollToTop(): void {
  document.querySelector('main[data-scroller]')?.scrollTo({ top: 0 });
}
