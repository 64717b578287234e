const LATIN = ['a', 'ka', 'lo', 'mir', 'tes', 'un', 'wel', 'i', 'qui', 'strand'];

/**
 * Paragraphs of many lengths, in the short lines of a file, whose words end in numbers of their own:
 * `miru-paragraph-word`.
 * @param random numbers from 0 to 1
 * @param space between the words
 */
export function prose(count: number, random: () => number, syllables = LATIN, space = ' '): string {
  const below = (end: number) => Math.floor(random() * end);
  const word = () => Array.from({ length: below(4) + 1 }, () => syllables[below(syllables.length)]).join('');
  const paragraph = (_: unknown, at: number) => {
    const words = Array.from({ length: below(120) + 10 }, (__, number) => {
      const text = `${word()}-${at}-${number}`;
      return (random() < 0.05 ? `<i>${text}</i>` : text) + (number % 9 === 8 ? '\n' : space);
    });
    return `<p>${words.join('')}</p>`;
  };
  return Array.from({ length: count }, paragraph).join('');
}
