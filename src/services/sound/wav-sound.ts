import { joined, textAt, viewOf, type ByteReader } from './byte-reader.ts';
import type { SoundFile } from './sound-file.ts';

const HEAD = 12;
const MOST_CHUNKS = 64;

/** Opens wav: samples behind the format. Null for unsupported content. */
export async function openWav(reader: ByteReader): Promise<SoundFile | null> {
  let at = HEAD;
  let format: Uint8Array<ArrayBuffer> | null = null;
  for (let chunks = 0; chunks < MOST_CHUNKS && at + 8 <= reader.size; chunks += 1) {
    const head = await reader.read(at, at + 8);
    const length = viewOf(head).getUint32(4, true);
    const begin = at + 8;
    const kind = textAt(head, 0, 4);
    if (kind === 'fmt ') format = await reader.read(begin, begin + Math.min(length, 64));
    if (kind === 'data') return format && cutting(reader, format, begin, Math.min(begin + length, reader.size));
    at = begin + length + (length % 2);
  }
  return null;
}

function cutting(reader: ByteReader, format: Uint8Array<ArrayBuffer>, first: number, last: number): SoundFile | null {
  const view = viewOf(format);
  const rate = view.getUint32(4, true);
  const block = view.getUint16(12, true);
  if (rate === 0 || block === 0) return null;
  return {
    isExact: true,
    async slice(begin, end) {
      const from = Math.max(0, Math.floor(begin * rate));
      const samples = await reader.read(
        Math.min(last, first + from * block),
        Math.min(last, first + Math.ceil(end * rate) * block),
      );
      const head = new Uint8Array(HEAD + 8 + format.length + 8);
      const out = viewOf(head);
      const put = (text: string, at: number) =>
        head.set(
          Array.from(text, (letter) => letter.charCodeAt(0)),
          at,
        );
      put('RIFF', 0);
      out.setUint32(4, head.length - 8 + samples.length, true);
      put('WAVEfmt ', 8);
      out.setUint32(HEAD + 4, format.length, true);
      head.set(format, HEAD + 8);
      put('data', head.length - 8);
      out.setUint32(head.length - 4, samples.length, true);
      return { bytes: joined([head, samples]), begin: from / rate };
    },
  };
}
