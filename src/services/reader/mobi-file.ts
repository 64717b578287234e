import { Unzlib } from 'fflate';
import { BookException } from './engine.ts';

/** Bytes: a browser keeps the text several times over while it opens. */
const MOST_TEXT = 64 * 1024 ** 2;
const MOST_FONT = 32 * 1024 ** 2;
const FONT_STEP = 64 * 1024;
const RECORD_START = 16 * 1024;
const COMPRESSIONS = new Set([1, 2, 17480]);
/** A record with this compression has a table of 256 codes, whose lengths are bits 0 to 4. */
const HUFFMAN = 17480;
const HUFFMAN_CODES = 256;

/** Checks a MOBI file before its text is read. @throws BookException `corrupt`, `empty`, `protected` or `tooLarge` */
export async function checkMobi(file: Blob): Promise<void> {
  if (file.size === 0) throw new BookException('empty');
  const start = await bytesOf(file, 0, 78);
  const magic = start.byteLength < 78 ? '' : textOf(start, 60, 8);
  if (isKindleProtected(start)) throw new BookException('protected');
  if (magic !== 'BOOKMOBI') throw new BookException('corrupt');
  const count = start.getUint16(76);
  const list = await bytesOf(file, 78, 78 + count * 8);
  if (count < 2 || list.byteLength < count * 8) throw new BookException('corrupt');
  const offsets = Array.from({ length: count }, (_, index) => list.getUint32(index * 8));
  const isWhole = offsets.every((offset, index) => offset >= (offsets[index - 1] ?? 0) && offset <= file.size);
  if (!isWhole) throw new BookException('corrupt');
  const record = (index: number) => bytesOf(file, offsets[index] ?? 0, (offsets[index] ?? 0) + RECORD_START);
  const header = await record(0);
  if (header.byteLength < 120 || textOf(header, 16, 4) !== 'MOBI') throw new BookException('corrupt');
  if (header.getUint16(12) !== 0) throw new BookException('protected');
  const [compression, records, recordSize] = [header.getUint16(0), header.getUint16(8), header.getUint16(10)];
  if (records === 0) throw new BookException('empty');
  if (records * recordSize > MOST_TEXT) throw new BookException('tooLarge');
  if (!COMPRESSIONS.has(compression) || records >= count) throw new BookException('corrupt');
  if (compression === HUFFMAN && !hasCodes(await record(header.getUint32(112)))) throw new BookException('corrupt');
}

/** @throws BookException `tooLarge` */
export function unpackFont(packed: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const unpacking = new Unzlib((part) => {
    parts.push(part);
    length += part.byteLength;
    if (length > MOST_FONT) throw new BookException('tooLarge');
  });
  for (let at = 0; at < packed.byteLength; at += FONT_STEP)
    unpacking.push(packed.subarray(at, at + FONT_STEP), at + FONT_STEP >= packed.byteLength);
  const font = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    font.set(part, at);
    at += part.byteLength;
  }
  return font;
}

function isKindleProtected(start: DataView): boolean {
  if (start.byteLength < 8) return false;
  return textOf(start, 1, 6) === 'DRMION' || textOf(start, 0, 3) === 'TPZ';
}

/** A code without a length would loop for ever. */
function hasCodes(table: DataView): boolean {
  if (table.byteLength < 12 || textOf(table, 0, 4) !== 'HUFF') return false;
  const at = table.getUint32(8);
  if (at + HUFFMAN_CODES * 4 > table.byteLength) return false;
  return Array.from({ length: HUFFMAN_CODES }, (_, index) => table.getUint32(at + index * 4)).every(
    (code) => (code & 0b1_1111) !== 0,
  );
}

async function bytesOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

function textOf(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));
}
