const PROBE = 'earmark-probe';
let isHeard: boolean | null = null;

/**
 * WebKit fires no listener in a frame without scripts (its bug 218086). The policy still forbids scripts (`guarded`).
 */
export function needsScripts(): boolean {
  isHeard ??= probe();
  return !isHeard;
}

export const sandboxOf = (): string => (needsScripts() ? 'allow-same-origin allow-scripts' : 'allow-same-origin');

function probe(): boolean {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.hidden = true;
  document.body.append(frame);
  let wasHeard = false;
  const { contentDocument } = frame;
  contentDocument?.addEventListener(PROBE, () => {
    wasHeard = true;
  });
  contentDocument?.dispatchEvent(new Event(PROBE));
  frame.remove();
  return wasHeard;
}
