export const TOAST_KEY = 'F8';

/** As `ref` of the region: when a focused toast goes, the newest with an action gets the focus, else its origin. */
export function keepToastFocus(region: HTMLElement): () => void {
  let origin: Element | null = null;
  let focused: Element | null = null;
  const all = () => [...region.querySelectorAll<HTMLElement>('[data-toast]')];
  /** The last button closes it. */
  const buttonOf = (toast: HTMLElement | undefined) => toast?.querySelector('button') ?? null;

  const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
    focused = target instanceof Element ? target : null;
    if (!(relatedTarget instanceof Node && region.contains(relatedTarget)) && relatedTarget instanceof Element)
      origin = relatedTarget;
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && !region.contains(relatedTarget)) focused = null;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === TOAST_KEY) {
      const button = buttonOf(all().at(-1));
      if (!button) return;
      event.preventDefault();
      button.focus();
    } else if (event.key === 'Escape' && focused?.isConnected) {
      const toast = focused.closest('[data-toast]');
      event.stopPropagation();
      [...(toast?.querySelectorAll('button') ?? [])].at(-1)?.click();
    }
  };
  const onRemoved = new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = null;
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) return;
    const offering = all().filter((toast) => toast.querySelectorAll('button').length > 1);
    const next = buttonOf(offering.at(-1)) ?? (origin?.isConnected ? origin : document.querySelector('main'));
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });

  region.addEventListener('focusin', onFocusIn);
  region.addEventListener('focusout', onFocusOut);
  document.addEventListener('keydown', onKey, { capture: true });
  onRemoved.observe(region, { childList: true, subtree: true });
  return () => {
    region.removeEventListener('focusin', onFocusIn);
    region.removeEventListener('focusout', onFocusOut);
    document.removeEventListener('keydown', onKey, { capture: true });
    onRemoved.disconnect();
  };
}
