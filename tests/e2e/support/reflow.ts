import { expect, type Page } from 'playwright/test';

export interface Window {
  readonly width: number;
  readonly height: number;
  /** Font size of the browser. */
  readonly font: number;
}

export const NORMAL: Window = { width: 1280, height: 800, font: 16 };

/** Text at 200 % a window of 320 px, and zoom at 400 %. */
export const BIG_TEXT: Window = { width: 1280, height: 800, font: 32 };
export const WINDOWS: readonly Window[] = [
  BIG_TEXT,
  { width: 640, height: 800, font: 32 },
  { width: 320, height: 640, font: 16 },
  { width: 320, height: 200, font: 16 },
];

/** As the browser's own setting of the font size, which breakpoints follow too. */
export async function resize(page: Page, { width, height, font }: Window): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: font, fixed: font * 0.8125 } });
  await browser.detach();
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}

export async function expectReflow(page: Page, window: Window, what: string): Promise<void> {
  await resize(page, window);
  const { width, height, font } = window;
  await expect.poll(() => faultsOf(page), `${what}, ${width} by ${height} px, text of ${font} px`).toEqual([]);
}

/** What one can't see or press, each with its text: empty when the page reflows. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    const modals = [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')];
    const root = modals.at(-1) ?? document.body;
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) faults.add(`the page scrolls sideways: ${wide} px`);
    const nameOf = (element: Element) => {
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
      return `${role} “${name.slice(0, 40)}”`;
    };
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('.sr-only, [inert], [aria-hidden="true"] svg') === null;
    /** The part of a box that its scrollers and clips show, after they have scrolled to it. */
    const clipOf = (element: Element) => {
      let [left, right, top, bottom] = [0, innerWidth, 0, innerHeight];
      let scrolls = false;
      for (let at = element.parentElement; at; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        if (overflowX === 'hidden' && at.scrollLeft !== 0) {
          faults.add(`wider than its box: ${nameOf(element)}`);
          at.scrollLeft = 0;
        }
        if (overflowX !== 'visible' || overflowY !== 'visible') {
          const box = at.getBoundingClientRect();
          if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
          if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
          scrolls ||= /auto|scroll/.test(overflowY + overflowX);
        }
        if (position === 'fixed') break;
      }
      return { left, right, top, bottom, scrolls };
    };
    const linesOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    };
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim() || !isShown(parent)) continue;
      const truncated = parent.closest('.truncate, [class*="clamp-"], [class*="truncate"]');
      const control = parent.closest(
        'button:not([aria-expanded]:not([aria-haspopup])), [role="menuitem"], [role="tab"], label, h2, legend',
      );
      if (truncated) {
        if (
          control &&
          !control.hasAttribute('dir') &&
          truncated.closest('bdi, [dir="auto"]') === null &&
          !truncated.querySelector('bdi, [dir="auto"]') &&
          truncated.scrollWidth > truncated.clientWidth + 1
        )
          faults.add(`an ellipsis in ${nameOf(control)}`);
        continue;
      }
      parent.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
      const clip = clipOf(parent);
      for (const line of linesOf(node))
        if (line.left < clip.left - 1 || line.right > clip.right + 1)
          faults.add(
            `cut at the side: ${nameOf(parent)}: ${Math.round(line.left)}–${Math.round(line.right)} in ${Math.round(clip.left)}–${Math.round(clip.right)}`,
          );
      const box = parent.closest('button, a, [role="menuitem"], [role="tab"], th, td')?.getBoundingClientRect();
      if (box)
        for (const line of linesOf(node))
          if (
            line.top < box.top - 2 ||
            line.bottom > box.bottom + 2 ||
            line.left < box.left - 2 ||
            line.right > box.right + 2
          )
            faults.add(
              `text out of its ${nameOf(parent.closest('button, a, [role="menuitem"], [role="tab"], th, td') as Element)}`,
            );
    }
    const controls = root.querySelectorAll(
      'button, a[href], input, select, textarea, [role="slider"], [role="switch"], [role="menuitem"], [role="combobox"], [tabindex="0"]',
    );
    for (const control of controls) {
      if (!isShown(control) || control.getBoundingClientRect().width <= 1) continue;
      if (control.matches('[disabled], [data-scroller], [href="#content"]')) continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const clip = clipOf(control);
      if (left < clip.left - 1 || right > clip.right + 1) {
        faults.add(
          `off at the side: ${nameOf(control)}: ${Math.round(left)}–${Math.round(right)} in ${Math.round(clip.left)}–${Math.round(clip.right)}`,
        );
        continue;
      }
      const [y, height] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
      if (height - y < Math.min(20, bottom - top - 2)) {
        faults.add(
          `out of sight: ${nameOf(control)}: ${Math.round(top)}–${Math.round(bottom)} in ${Math.round(clip.top)}–${Math.round(clip.bottom)}`,
        );
        continue;
      }
      if (getComputedStyle(control).pointerEvents === 'none') continue;
      const lines =
        control.tagName === 'A' && getComputedStyle(control).display === 'inline' ? [...control.getClientRects()] : [];
      const line = lines[0] ?? { left, width: right - left, top: y, height: height - y };
      const hit = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
      if (hit && !control.contains(hit) && !hit.contains(control) && hit.closest('label')?.contains(control) !== true)
        faults.add(`covered: ${nameOf(control)} by ${nameOf(hit)} .${hit.getAttribute('class')?.slice(0, 50)}`);
    }
    for (const icon of root.querySelectorAll('svg[width]')) {
      if (!isShown(icon) || scale === 1) continue;
      const wanted = Number(icon.getAttribute('width'));
      const { width } = icon.getBoundingClientRect();
      if (wanted < 64 && width < wanted * scale * 0.9)
        faults.add(`an icon of ${Math.round(width)} px instead of ${wanted * scale}`);
    }
    return [...faults];
  });
}
