import { defaultEreaderSettings, type EreaderSettings } from '../../schemas/reading.ts';
import type { Look, PageLook } from '../../services/reader/engine.ts';
import { FONTS, lineHeightOf, sizeOf, spaceOf, USUAL_LINE_HEIGHT, weightOf } from '../../services/reader/page-style.ts';
import { usualGap } from '../../services/reader/page-margins.ts';

/** Percent. */
export const RANGES = {
  fontScale: { min: 5, max: 300, step: 5 },
  lineSpacing: { min: 100, max: 300, step: 5 },
  fontBoldness: { min: 0, max: 300, step: 5 },
  margins: { min: 0, max: 300, step: 25 },
  letterSpacing: { min: 0, max: 20, step: 5 },
  wordSpacing: { min: 0, max: 50, step: 5 },
  paragraphSpacing: { min: 0, max: 200, step: 25 },
} as const;

const { theme: _, ...usual } = defaultEreaderSettings;
/** How text looks until something is chosen. */
export const USUAL_LOOK: Partial<EreaderSettings> = usual;

/** Percent: bolder fonts get an outline. */
const BOLDEST = 200;
/** CSS pixels. */
const MOST_STROKE = 1;

/** Percent, in steps of the setting. */
export function scaleOfPinch(factor: number, { fontScale }: EreaderSettings): number {
  const { min, max, step } = RANGES.fontScale;
  return Math.min(Math.max(Math.round((fontScale * factor) / step) * step, min), max);
}

export function withChange(settings: EreaderSettings, change: Partial<EreaderSettings>): EreaderSettings {
  const changed = { ...settings, ...change };
  const over = Math.max(0, changed.fontBoldness - BOLDEST) / (RANGES.fontBoldness.max - BOLDEST);
  return { ...changed, textStroke: Math.round(over * MOST_STROKE * 100) / 100 };
}

/** `pages`: null for flowing text. */
export function lookOf(settings: EreaderSettings, pages: PageLook | null = null): Look {
  const { fontScale: scale, fontBoldness: weight, textStroke: stroke, theme: _, ...others } = settings;
  const look: Look = { ...others, scale, weight, stroke };
  return pages === null ? look : { ...look, pages };
}

/** CSS of a sample; `width` in CSS pixels. */
export function sampleStyle(settings: EreaderSettings, width: number) {
  const { font, fontScale, lineSpacing, letterSpacing, wordSpacing, fontBoldness, textStroke } = settings;
  const { alignment, margins } = settings;
  return {
    fontFamily: FONTS[font === 'book' ? 'serif' : font],
    fontSize: sizeOf(fontScale),
    lineHeight: lineHeightOf(lineSpacing) ?? USUAL_LINE_HEIGHT,
    letterSpacing: spaceOf(letterSpacing) ?? 'normal',
    wordSpacing: spaceOf(wordSpacing) ?? 'normal',
    fontWeight: weightOf(fontBoldness) ?? 400,
    WebkitTextStrokeWidth: textStroke,
    textAlign: alignment === 'justified' ? ('justify' as const) : ('start' as const),
    hyphens: alignment === 'start' ? ('manual' as const) : ('auto' as const),
    paddingInline: (usualGap(width) * margins) / 200,
  };
}

export function themeStyle(theme: EreaderSettings['theme']): Readonly<Record<string, string>> {
  switch (theme) {
    case 'app':
      return {};
    case 'dark':
    case 'light':
      return { colorScheme: theme };
    case 'sepia':
      return {
        colorScheme: 'light',
        '--surface-0': 'oklch(0.945 0.028 85)',
        '--surface-1': 'oklch(0.965 0.022 85)',
        '--surface-2': 'oklch(0.915 0.034 85)',
        '--surface-3': 'oklch(0.885 0.038 85)',
        '--text-1': 'oklch(0.3 0.035 60)',
        '--text-2': 'oklch(0.38 0.035 60)',
        '--text-3': 'oklch(0.42 0.035 60)',
        '--line': 'oklch(0.84 0.035 85)',
      };
  }
}
