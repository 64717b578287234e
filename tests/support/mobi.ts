export interface MobiChapter {
  readonly title: string;
  /** HTML after its heading. `filepos:2` in an address stands for the second chapter from 0, as the file names it. */
  readonly body: string;
}

export interface MobiOptions {
  readonly chapters: readonly MobiChapter[];
  /** Its header says that its text is encrypted. */
  readonly protected?: boolean;
  /** The claimed number of text records, if it lies. */
  readonly records?: number;
}

const RECORD = 4096;
const HEADER = 248;
const encoder = new TextEncoder();

/** A small MOBI file of the older kind, its text uncompressed: compressed files come from other sources. */
export function createMobi({ chapters, ...options }: MobiOptions): Uint8Array<ArrayBuffer> {
  const text = encoder.encode(textOf(chapters));
  const records = Array.from({ length: Math.ceil(text.length / RECORD) }, (_, index) =>
    text.slice(index * RECORD, (index + 1) * RECORD),
  );
  const all = [headerOf(text.length, options.records ?? records.length, options.protected === true), ...records];
  const start = 78 + all.length * 8 + 2;
  const file = new Uint8Array(start + all.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(file.buffer);
  file.set(encoder.encode('Made'), 0);
  file.set(encoder.encode('BOOKMOBI'), 60);
  view.setUint16(76, all.length);
  let at = start;
  for (const [index, record] of all.entries()) {
    view.setUint32(78 + index * 8, at);
    file.set(record, at);
    at += record.length;
  }
  return file;
}

function headerOf(textLength: number, records: number, isProtected: boolean): Uint8Array {
  const header = new Uint8Array(HEADER + 4);
  const view = new DataView(header.buffer);
  view.setUint16(0, 1);
  view.setUint32(4, textLength);
  view.setUint16(8, records);
  view.setUint16(10, RECORD);
  view.setUint16(12, isProtected ? 2 : 0);
  header.set(encoder.encode('MOBI'), 16);
  view.setUint32(20, HEADER - 16);
  view.setUint32(24, 2);
  view.setUint32(28, 65001);
  view.setUint32(36, 6);
  view.setUint32(84, HEADER);
  view.setUint32(88, 4);
  header.set(encoder.encode('Made'), HEADER);
  view.setUint32(108, records + 1);
  view.setUint32(244, 0xffffffff);
  return header;
}

/** The text, with the places of its parts in it, which are as long as their stand-ins. */
function textOf(chapters: readonly MobiChapter[]): string {
  const place = (at: number) => String(at).padStart(10, '0');
  const parts = (places: readonly number[], contents: number) => {
    const named = (html: string) =>
      html.replace(/filepos:(\d+)/g, (_, at) => `filepos=${place(places[Number(at)] ?? 0)}`);
    return {
      head: `<html><head><guide><reference type="toc" title="Contents" filepos=${place(contents)} /></guide></head><body>`,
      chapters: chapters.map(({ title, body }) => `<h1>${title}</h1>${named(body)}<p>The end of ${title}.</p>`),
      contents: `<h1>Contents</h1>${chapters.map(({ title }, at) => `<p><a filepos=${place(places[at] ?? 0)}>${title}</a></p>`).join('')}`,
    };
  };
  const BREAK = '<mbp:pagebreak/>';
  const first = parts([], 0);
  let at = encoder.encode(first.head).length;
  const places = first.chapters.map((chapter) => {
    at += BREAK.length;
    const begins = at;
    at += encoder.encode(chapter).length;
    return begins;
  });
  const { head, chapters: bodies, contents } = parts(places, at + BREAK.length);
  return `${head}${bodies.map((body) => BREAK + body).join('')}${BREAK}${contents}</body></html>`;
}

const [AUTHORED, FIXED_LAYOUT, RESOLUTION] = [106, 122, 126];

/** An azw3 that says that each of its chapters is a page of 600 by 800 pixels, in place of its date. */
export function asFixed(azw3: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(azw3);
  const view = new DataView(copy.buffer);
  const record = view.getUint32(78);
  const exth = record + 16 + view.getUint32(record + 20);
  const count = view.getUint32(exth + 8);
  const put = (at: number, type: number, length: number, text: string) => {
    view.setUint32(at, type);
    view.setUint32(at + 4, length);
    copy.set(new TextEncoder().encode(text.padEnd(length - 8, 'x')), at + 8);
  };
  for (let at = exth + 12, left = count; left > 0; left -= 1) {
    const length = view.getUint32(at + 4);
    if (view.getUint32(at) === AUTHORED) {
      put(at, FIXED_LAYOUT, 12, 'true');
      put(at + 12, RESOLUTION, length - 12, '600x800');
      view.setUint32(exth + 8, count + 1);
      return copy;
    }
    at += length;
  }
  throw new Error('The file has no date to be replaced');
}
