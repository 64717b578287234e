import { expect, test } from 'vitest';
import { markBackground, MARK_COLOURS, MARK_TEXT, markStyle } from '../../../src/services/reader/mark-style.ts';

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

/** What a browser makes of `color-mix(in oklab, one N%, white)`. */
function mixed(css: string): Lab {
  const [, one = '', percent = ''] = /^color-mix\(in oklab, (oklch\([^)]*\)) (\d+)%, white\)$/.exec(css) ?? [];
  const share = Number(percent) / 100;
  const [lightness, a, b] = labOf(one);
  return [lightness * share + 1 - share, a * share, b * share];
}

test('text on every highlight is readable (WCAG AA 4.5:1), and each is as bright as its name', () => {
  const backgrounds = MARK_COLOURS.map((colour) => mixed(markBackground(colour)));
  const ratios = backgrounds.map((one) => (luminance(one) + 0.05) / (luminance(labOf(MARK_TEXT)) + 0.05));
  expect(ratios).toHaveLength(5);
  expect(Math.min(...ratios)).toBeGreaterThan(4.5);
  expect(Math.min(...backgrounds.map(([lightness]) => lightness))).toBeGreaterThan(0.75);
});

test('each colour has its rule, and one for colours that the system picks, which differ by their lines', () => {
  const style = markStyle();
  const [plain = '', forced = ''] = style.split('@media (forced-colors:active)');
  expect([plain, forced].map((part) => part.match(/::highlight\(earmark-/g)?.length)).toEqual([9, 6]);
  expect(new Set(forced.match(/underline \w+/g)).size).toBe(5);
});
