import { inflateSync } from 'fflate';

/** Sizes and places in bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const HEADER = 0x04034b50;
/** The end of a zip has 22 bytes and a comment. */
const LONGEST_END = 22 + 0xffff;
/** The number is in the extra field, because it does not fit. */
const ELSEWHERE = 0xffffffff;
const ENCRYPTED = 1;
const UTF_8 = 1 << 11;

export type Zip = Blob | ArrayBuffer;

/** Reads only the end of the zip. Throws RangeError when it is no zip, or was cut off. */
export async function readDirectory(zip: Zip): Promise<readonly ZipEntry[]> {
  const whole = sizeOf(zip);
  const tail = await viewOf(zip, Math.max(0, whole - LONGEST_END), whole);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new RangeError('A zip without an end');
  let [size, at] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  const locator = end - 20;
  if (locator >= 0 && tail.getUint32(locator, true) === LOCATOR_64) {
    const place = Number(tail.getBigUint64(locator + 8, true));
    const large = await viewOf(zip, place, place + 56);
    if (large.getUint32(0, true) !== END_64) throw new RangeError('A zip without its large end');
    [size, at] = [Number(large.getBigUint64(40, true)), Number(large.getBigUint64(48, true))];
  }
  return entriesOf(await viewOf(zip, at, at + size));
}

/** Throws when it is damaged. */
export async function readEntry(zip: Zip, { at, packed, method, size }: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  const header = await viewOf(zip, at, at + 30);
  if (header.getUint32(0, true) !== HEADER) throw new RangeError('A file of a zip without a header');
  const from = at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const { buffer, byteOffset, byteLength } = await viewOf(zip, from, from + packed);
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  if (method === 0) return bytes;
  if (method === 8) return inflateSync(bytes, { out: new Uint8Array(size) }) as Uint8Array<ArrayBuffer>;
  throw new RangeError(`A file of a zip is packed in a way that is not known: ${method}`);
}

async function viewOf(zip: Zip, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  if (!(from >= 0 && from <= to && to <= sizeOf(zip))) throw new RangeError('A zip was cut off');
  if (zip instanceof ArrayBuffer) return new DataView(zip, from, to - from);
  return new DataView(await zip.slice(from, to).arrayBuffer());
}

const sizeOf = (zip: Zip) => (zip instanceof ArrayBuffer ? zip.byteLength : zip.size);

function entriesOf(directory: DataView<ArrayBuffer>): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === ENTRY;) {
    const [flags, name] = [directory.getUint16(at + 8, true), directory.getUint16(at + 28, true)];
    const [extra, comment] = [directory.getUint16(at + 30, true), directory.getUint16(at + 32, true)];
    const text = new Uint8Array(directory.buffer, directory.byteOffset + at + 46, name);
    const large = largeNumbers(directory, at + 46 + name, extra);
    const read = (place: number) => {
      const number = directory.getUint32(at + place, true);
      return number === ELSEWHERE ? (large.shift() ?? number) : number;
    };
    const [size, packed, header] = [read(24), read(20), read(42)];
    entries.push({
      name: new TextDecoder(flags & UTF_8 ? 'utf-8' : 'latin1').decode(text),
      isEncrypted: (flags & ENCRYPTED) !== 0,
      method: directory.getUint16(at + 10, true),
      size,
      packed,
      at: header,
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

function largeNumbers(directory: DataView<ArrayBuffer>, from: number, length: number): number[] {
  for (let at = from; at + 4 <= from + length;) {
    const [kind, size] = [directory.getUint16(at, true), directory.getUint16(at + 2, true)];
    if (kind === 1)
      return Array.from({ length: Math.floor(size / 8) }, (_, index) =>
        Number(directory.getBigUint64(at + 4 + index * 8, true)),
      );
    at += 4 + size;
  }
  return [];
}
