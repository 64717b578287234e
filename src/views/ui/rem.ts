/** A size that grows with the text. `pixels`: CSS pixels beside text of 16 px. */
export const rem = (pixels: number): string => `${pixels / 16}rem`;
