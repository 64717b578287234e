import { keysOf } from '../../schemas/keys.ts';
import type { MarkColour } from '../../schemas/marks.ts';

const COLOURS: { readonly [Colour in MarkColour]: { readonly hue: string; readonly line: string } } = {
  yellow: { hue: 'oklch(0.8 0.16 95)', line: 'solid' },
  green: { hue: 'oklch(0.75 0.16 150)', line: 'dashed' },
  blue: { hue: 'oklch(0.72 0.14 240)', line: 'dotted' },
  pink: { hue: 'oklch(0.72 0.17 5)', line: 'double' },
  purple: { hue: 'oklch(0.7 0.16 300)', line: 'wavy' },
};

export const MARK_COLOURS: readonly MarkColour[] = keysOf(COLOURS);

/** The colour of a highlight on a page of this CSS colour. Text stays as readable as on the page. */
export function markBackground(colour: MarkColour, page: string): string {
  return `color-mix(in oklab, ${COLOURS[colour].hue} 42%, ${page})`;
}

export const highlightName = (colour: MarkColour) => `earmark-${colour}`;

export function markStyle({ color, backgroundColor }: Pick<CSSStyleDeclaration, 'color' | 'backgroundColor'>): string {
  const rules = MARK_COLOURS.map(
    (colour) =>
      `::highlight(${highlightName(colour)}){background-color:${markBackground(colour, backgroundColor)};color:${color}}`,
  );
  const forced = MARK_COLOURS.map(
    (colour) =>
      `::highlight(${highlightName(colour)}){background-color:Mark;color:MarkText;text-decoration:underline ${COLOURS[colour].line}}`,
  );
  return `${rules.join('\n')}\n@media (forced-colors:active){${forced.join('')}}`;
}
