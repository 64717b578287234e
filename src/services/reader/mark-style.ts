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

/** The colour of a highlight, on pages of every colour. */
export const markBackground = (colour: MarkColour) => `color-mix(in oklab, ${COLOURS[colour].hue} 65%, white)`;

/** The colour of text in a highlight. */
export const MARK_TEXT = 'oklch(0.2 0 0)';

export const highlightName = (colour: MarkColour) => `earmark-${colour}`;
/** Of highlights with a note, over those of their colour. */
export const NOTED = 'earmark-noted';
/** Of what a search found. */
export const FOUND = { other: 'earmark-found', current: 'earmark-current' } as const;
/** Of what a voice reads. */
export const SPOKEN = 'earmark-spoken';

export function markStyle(text = MARK_TEXT): string {
  const rules = MARK_COLOURS.map(
    (colour) => `::highlight(${highlightName(colour)}){background-color:${markBackground(colour)};color:${text}}`,
  );
  const forced = MARK_COLOURS.map(
    (colour) =>
      `::highlight(${highlightName(colour)}){background-color:Mark;color:MarkText;text-decoration:underline ${COLOURS[colour].line}}`,
  );
  rules.push(
    `::highlight(${NOTED}){text-decoration:underline 2px oklch(0.2 0 0/.7)}`,
    `::highlight(${FOUND.other}){background-color:oklch(0.9 0.13 90);color:${text}}`,
    `::highlight(${FOUND.current}){background-color:oklch(0.78 0.17 55);color:${text}}`,
    `::highlight(${SPOKEN}){background-color:oklch(0.85 0.12 200);color:${text}}`,
  );
  forced.push(`::highlight(${SPOKEN}){background-color:Highlight;color:HighlightText}`);
  return `${rules.join('\n')}\n@media (forced-colors:active){${forced.join('')}}`;
}
