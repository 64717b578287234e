import { createHash } from 'node:crypto';

export interface PdfPage {
  /** Lines of text, from the top. */
  readonly lines: readonly string[];
  /** Links over a line of this number, from 0: an address, or a page from 1. */
  readonly links?: readonly { readonly line: number; readonly to: string | number }[];
}

export interface PdfOptions {
  readonly pages: readonly PdfPage[];
  /** Title of an outline entry and its page, from 1. */
  readonly outline?: readonly (readonly [string, number])[];
  /** Locks it; its outline and links stay readable only without one. */
  readonly password?: string;
  /** Its pages follow each other from right to left. */
  readonly rtl?: boolean;
}

const [WIDTH, HEIGHT, TOP, LINE] = [420, 595, 540, 24];

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const md5 = (bytes: readonly number[]) => [...createHash('md5').update(Uint8Array.from(bytes)).digest()];

function rc4(key: readonly number[], bytes: Iterable<number>): number[] {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => ([state[one], state[other]] = [at(other), at(one)]);
  let j = 0;
  for (let i = 0; i < 256; i++) swap(i, (j = (j + at(i) + (key[i % key.length] ?? 0)) & 255));
  let i = (j = 0);
  return Array.from(bytes, (byte) => {
    i = (i + 1) & 255;
    swap(i, (j = (j + at(i)) & 255));
    return byte ^ at(at(i) + at(j));
  });
}

const PADDING = '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a';

/** The standard security handler, revision 2: RC4 with 40 bits. */
function lockOf(password: string) {
  const padded = [...bytesOf(password), ...Buffer.from(PADDING, 'hex')].slice(0, 32);
  const hex = (bytes: readonly number[]) => `<${Buffer.from(bytes).toString('hex')}>`;
  const owner = rc4(md5(padded).slice(0, 5), padded);
  const key = md5([...padded, ...owner, 0xfc, 0xff, 0xff, 0xff, 0x41]).slice(0, 5);
  const user = rc4(key, Buffer.from(PADDING, 'hex'));
  return {
    entries: `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O${hex(owner)}/U${hex(user)}>>/ID[<41><41>]`,
    encrypt: (text: string, number: number) =>
      String.fromCharCode(...rc4(md5([...key, number & 255, number >> 8, 0, 0, 0]).slice(0, 10), bytesOf(text))),
  };
}

/** A small pdf as bytes. Its text is ASCII without brackets. */
export function createPdf({ pages, outline = [], password, rtl = false }: PdfOptions): Uint8Array<ArrayBuffer> {
  const lock = password === undefined ? null : lockOf(password);
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const ref = (number: number) => `${number} 0 R`;
  // 1 catalogue, 2 pages, 3 font, then three objects a page, then the outline.
  const pageAt = (page: number) => 4 + (page - 1) * 2;
  const outlineAt = 4 + pages.length * 2;
  const entries = outline.length > 0 ? `/Outlines ${ref(outlineAt)}` : '';
  const preferences = rtl ? '/ViewerPreferences<</Direction/R2L>>' : '';
  add(`<</Type/Catalog/Pages ${ref(2)}${entries}${preferences}>>`);
  add(`<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => ref(pageAt(at + 1))).join(' ')}]>>`);
  add('<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>');
  for (const [index, { lines, links = [] }] of pages.entries()) {
    const annotations = links.map(({ line, to }) => {
      const y = TOP - line * LINE;
      const action = typeof to === 'number' ? `/Dest[${ref(pageAt(to))}/Fit]` : `/A<</Type/Action/S/URI/URI(${to})>>`;
      return `<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[40 ${y - 6} 380 ${y + 16}]${action}>>`;
    });
    add(
      `<</Type/Page/Parent ${ref(2)}/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Resources<</Font<</F ${ref(3)}>>>>/Contents ${ref(pageAt(index + 1) + 1)}/Annots[${annotations.join('')}]>>`,
    );
    const text = lines.map((line, at) => `BT /F 16 Tf 40 ${TOP - at * LINE} Td (${line}) Tj ET`).join('\n');
    add(`<</Length ${text.length}>>stream\n${lock?.encrypt(text, objects.length + 1) ?? text}\nendstream`);
  }
  const entryAt = (index: number) => outlineAt + 1 + index;
  if (outline.length > 0)
    add(`<</Type/Outlines/Count ${outline.length}/First ${ref(entryAt(0))}/Last ${ref(entryAt(outline.length - 1))}>>`);
  for (const [index, [title, page]] of outline.entries()) {
    const next = index + 1 < outline.length ? `/Next ${ref(entryAt(index + 1))}` : '';
    const before = index > 0 ? `/Prev ${ref(entryAt(index - 1))}` : '';
    add(`<</Title(${title})/Parent ${ref(outlineAt)}/Dest[${ref(pageAt(page))}/Fit]${next}${before}>>`);
  }
  let file = '%PDF-1.4\n';
  const places = objects.map((body, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer<</Size ${objects.length + 1}/Root ${ref(1)}${lock?.entries ?? ''}>>\nstartxref\n${file.length}\n%%EOF`;
  return bytesOf(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`);
}
