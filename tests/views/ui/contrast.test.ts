import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [red: number, green: number, blue: number];
type Tokens = Record<string, { light: Rgb; dark: Rgb }>;

const css = readFileSync('src/views/styles/tokens.css', 'utf8');
const [base = '', contrast = ''] = css.split('@media (prefers-contrast: more)');

const TEXTS = ['text-1', 'text-2', 'text-3', 'accent-text', 'success', 'warning', 'danger'];
const SURFACES = ['surface-0', 'surface-1', 'surface-2', 'surface-3'];
const FILLS = [
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['success-ink', 'success'],
  ['danger-ink', 'danger'],
  ['text-1', 'accent-soft'],
  ['text-2', 'accent-soft'],
  ['accent-text', 'accent-soft'],
  ['surface-0', 'text-1'],
  ['text-1', 'board'],
  ['text-2', 'board'],
  ['accent-text', 'board'],
] as const;
const CONTROLS = ['line-strong', 'accent', 'accent-text'];

/** oklch to linear light sRGB, clipped to what a screen can show. */
function linearRgb(text: string): Rgb {
  const [lightness = 0, chroma = 0, hue = 0] = text.split(' ').map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function tokensOf(part: string): Tokens {
  const pairs = part.matchAll(/--([\w-]+): light-dark\(oklch\(([^)/]+)\), oklch\(([^)/]+)\)\);/g);
  return Object.fromEntries(
    [...pairs].map(([, name = '', light = '', dark = '']) => [
      name,
      { light: linearRgb(light), dark: linearRgb(dark) },
    ]),
  );
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function ratio(tokens: Tokens, front: string, back: string, theme: 'light' | 'dark'): number {
  const [one, other] = [tokens[front], tokens[back]];
  if (!one || !other) throw new Error(`no token ${one ? back : front}`);
  const [darker = 0, lighter = 0] = [luminance(one[theme]), luminance(other[theme])].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const normal = tokensOf(base);
const themes = { normal, 'high contrast': { ...normal, ...tokensOf(contrast) } };

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const below = (tokens: Tokens, pairs: readonly (readonly [string, string])[], limit: number) =>
    pairs
      .map(([front, back]) => ({
        pair: `${front} on ${back}`,
        ratio: Number(ratio(tokens, front, back, theme).toFixed(2)),
      }))
      .filter((found) => found.ratio < limit);
  const every = (fronts: readonly string[], backs: readonly string[]) =>
    fronts.flatMap((front) => backs.map((back) => [front, back] as const));

  it.each(Object.entries(themes))('has every text readable on every surface (%s, WCAG AA 4.5:1)', (_, tokens) => {
    expect(below(tokens, every(TEXTS, SURFACES), 4.5)).toEqual([]);
  });

  it.each(Object.entries(themes))('has readable text on every filled control (%s)', (_, tokens) => {
    expect(below(tokens, FILLS, 4.5)).toEqual([]);
  });

  it('has readable text on the wash over any cover, black or white', () => {
    const veil = new RegExp(
      `--wash-veil: light-dark\\(oklch\\(([^/]+)/ ([\\d.]+)\\), oklch\\(([^/]+)/ ([\\d.]+)\\)\\)`,
    ).exec(base);
    const [colour = '', alpha = ''] = theme === 'light' ? [veil?.[1], veil?.[2]] : [veil?.[3], veil?.[4]];
    const gamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
    const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const over = (picture: number): Rgb =>
      linearRgb(colour).map((part) =>
        linear(gamma(part) * Number(alpha) + picture * (1 - Number(alpha))),
      ) as unknown as Rgb;
    const tokens: Tokens = {
      ...normal,
      onBlack: { light: over(0), dark: over(0) },
      onWhite: { light: over(1), dark: over(1) },
    };
    expect(below(tokens, every(['text-1', 'text-2', 'accent-text', 'success'], ['onBlack', 'onWhite']), 4.5)).toEqual(
      [],
    );
  });

  it.each(Object.entries(themes))(
    'has frames, fills and focus rings that contrast with their background (%s, 3:1)',
    (_, tokens) => {
      expect(below(tokens, every(CONTROLS, ['surface-0', 'surface-1', 'surface-2']), 3)).toEqual([]);
    },
  );

  it('has every text readable on the wash of a cover of any hue and strength (4.5:1)', () => {
    const found =
      /--tint: light-dark\(oklch\(([\d.]+) calc\(([\d.]+) \*[^)]*\)\) [^)]*\)\), oklch\(([\d.]+) calc\(([\d.]+) \*/.exec(
        readFileSync('src/views/styles/base.css', 'utf8'),
      );
    const [lightness, chroma] = theme === 'light' ? [found?.[1], found?.[2]] : [found?.[3], found?.[4]];
    const hues = Array.from({ length: 36 }, (_, at) => at * 10);
    const washes = Object.fromEntries(
      hues.map((hue) => {
        const colour = linearRgb(`${lightness} ${chroma} ${hue}`);
        return [`wash ${hue}`, { light: colour, dark: colour }];
      }),
    );
    expect(Number(lightness)).toBeGreaterThan(0);
    expect(
      below({ ...normal, ...washes }, every(['text-1', 'text-2', 'accent-text'], Object.keys(washes)), 4.5),
    ).toEqual([]);
  });

  it('has main texts at 7:1 and more in high contrast', () => {
    expect(below(themes['high contrast'], every(['text-1', 'text-2', 'text-3'], SURFACES), 7)).toEqual([]);
  });
});
