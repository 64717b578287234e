const PROBE = 'earmark-probe';
let isHeard: boolean | null = null;

/**
 * Whether a frame of a book must allow scripts for this page to hear presses and keys in it. WebKit fires no listener
 * in a frame whose scripts are off, not even those of the page around it (its bug 218086). No script of a book runs
 * either way: the policy at the top of each chapter forbids all (`guarded`).
 */
export function needsScripts(): boolean {
  isHeard ??= probe();
  return !isHeard;
}

/** The sandbox of a frame of a book. */
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
