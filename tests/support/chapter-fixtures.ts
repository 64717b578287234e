const chapter = (startOffsetSec: number, seconds: number, title: string) => ({
  startOffsetSec,
  startOffsetMs: startOffsetSec * 1000,
  lengthMs: seconds * 1000,
  title,
});

/** Four chapters of 300 seconds, with an intro of 2 and an outro of 4. */
export const foundBody = {
  asin: 'B002V5D7KM',
  brandIntroDurationMs: 2000,
  brandOutroDurationMs: 4000,
  runtimeLengthMs: 300_000,
  runtimeLengthSec: 300,
  chapters: [chapter(0, 12, 'Opening'), chapter(12, 100, 'One'), chapter(112, 184, 'Two'), chapter(296, 4, 'Closing')],
};
