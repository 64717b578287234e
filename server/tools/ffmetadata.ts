import type { Chapter } from '../items/files.types.ts';

/** ffmpeg's metadata file: `=`, `;`, `#`, `\` and line ends are escaped with a backslash. */
const escaped = (text: string): string => text.replaceAll(/[=;#\\\n]/g, (char) => `\\${char}`);

/** Text of a metadata file with tags and chapters; chapter times are in milliseconds. */
export function ffmetadataOf(tags: Readonly<Record<string, string>>, chapters: readonly Chapter[]): string {
  const lines = [
    ';FFMETADATA1',
    ...Object.entries(tags).map(([key, value]) => `${key}=${escaped(value.replaceAll('\r', ''))}`),
  ];
  for (const { start, end, title } of chapters) {
    const [from, to] = [start, end].map((seconds) => Math.round(seconds * 1000));
    lines.push('[CHAPTER]', 'TIMEBASE=1/1000', `START=${from}`, `END=${to}`, `title=${escaped(title)}`);
  }
  return `${lines.join('\n')}\n`;
}
