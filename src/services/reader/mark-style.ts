import type { MarkColour } from '../../schemas/marks.ts';

/** Hue and strength of a colour, and the line under it where the system has picked the colours. */
const COLOURS: { readonly [Colour in MarkColour]: { readonly hue: string; readonly line: string } } = {
  yellow: { hue: 'oklch(0.8 0.16 95)', line: 'solid' },
  green: { hue: 'oklch(0.75 0.16 150)', line: 'dashed' },
  blue: { hue: 'oklch(0.72 0.14 240)', line: 'dotted' },
  pink: { hue: 'oklch(0.72 0.17 5)', line: 'double' },
  purple: { hue: 'oklch(0.7 0.16 300)', line: 'wavy' },
};

/** In the order in which they are offered. */
export const MARK_COLOURS = Object.keys(COLOURS) as readonly MarkColour[];

/** What a highlight paints behind text. `page`: CSS colour of the page; its text stays as readable as on the page. */
export function markBackground(colour: MarkColour, page: string): string {
  return `color-mix(in oklab, ${COLOURS[colour].hue} 42%, ${page})`;
}

/** The name of a colour in the registry of highlights. */
export const highlightName = (colour: MarkColour) => `earmark-${colour}`;

/** How highlights look in a chapter. */
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
