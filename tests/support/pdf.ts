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
  readonly encrypted?: boolean;
  /** Its pages follow each other from right to left. */
  readonly rtl?: boolean;
}

const [WIDTH, HEIGHT, TOP, LINE] = [420, 595, 540, 24];

/** A small pdf as bytes. Its text is ASCII without brackets. */
export function createPdf({
  pages,
  outline = [],
  encrypted = false,
  rtl = false,
}: PdfOptions): Uint8Array<ArrayBuffer> {
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
    add(`<</Length ${text.length}>>stream\n${text}\nendstream`);
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
  const protection = encrypted
    ? `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>/ID[<41><41>]`
    : '';
  const trailer = `trailer<</Size ${objects.length + 1}/Root ${ref(1)}${protection}>>\nstartxref\n${file.length}\n%%EOF`;
  return new TextEncoder().encode(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`);
}
