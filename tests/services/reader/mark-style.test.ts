import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { themeStyle } from '../../../src/machines/reader/settings.logic.ts';
import { markBackground, MARK_COLOURS, markStyle } from '../../../src/services/reader/mark-style.ts';

type Lab = readonly [lightness: number, a: number, b: number];

function labOf(oklch: string): Lab {
  const [lightness = 0, chroma = 0, hue = 0] = (oklch.match(/[\d.]+/g) ?? []).map(Number);
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

function luminance([lightness, a, b]: Lab): number {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}

/** What a browser makes of `color-mix(in oklab, one N%, other)`. */
function mixed(css: string): Lab {
  const [, one = '', percent = '', other = ''] =
    /^color-mix\(in oklab, (oklch\([^)]*\)) (\d+)%, (oklch\([^)]*\))\)$/.exec(css) ?? [];
  const share = Number(percent) / 100;
  const [first, second] = [labOf(one), labOf(other)];
  return first.map((value, at) => value * share + (second[at] ?? 0) * (1 - share)) as unknown as Lab;
}

const css = readFileSync('src/views/styles/tokens.css', 'utf8');
const token = (name: string, theme: 'light' | 'dark') => {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((oklch\\([^)]+\\)), (oklch\\([^)]+\\))\\)`).exec(css) ?? [];
  return theme === 'light' ? light : dark;
};
const sepia = themeStyle('sepia');
const THEMES = {
  light: [token('text-1', 'light'), token('surface-0', 'light')],
  dark: [token('text-1', 'dark'), token('surface-0', 'dark')],
  sepia: [sepia['--text-1'] ?? '', sepia['--surface-0'] ?? ''],
} as const;

test.each(Object.entries(THEMES))(
  'text on every highlight is readable on %s pages (WCAG AA 4.5:1)',
  (_, [text, page]) => {
    const ratios = MARK_COLOURS.map((colour) => {
      const [one, other] = [luminance(labOf(text)), luminance(mixed(markBackground(colour, page)))];
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    });
    expect(ratios).toHaveLength(5);
    expect(Math.min(...ratios)).toBeGreaterThan(4.5);
  },
);

test('each colour has its rule, and one for colours that the system picks, which differ by their lines', () => {
  const style = markStyle({ color: 'oklch(0.2 0 0)', backgroundColor: 'oklch(1 0 0)' });
  const [plain = '', forced = ''] = style.split('@media (forced-colors:active)');
  expect([plain, forced].map((part) => part.match(/::highlight\(earmark-/g)?.length)).toEqual([5, 5]);
  expect(new Set(forced.match(/underline \w+/g)).size).toBe(5);
});
