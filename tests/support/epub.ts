import { strToU8, zipSync } from 'fflate';

export interface EpubChapter {
  readonly title: string;
  /** XHTML of the body. */
  readonly body: string;
  /** More of its head. */
  readonly head?: string;
}

export interface EpubOptions {
  readonly chapters: readonly EpubChapter[];
  /** Pages follow each other from right to left. */
  readonly rtl?: boolean;
  /** Labels of printed pages, and what they lead to: 'text/c0.xhtml#p1'. */
  readonly printed?: readonly (readonly [label: string, target: string])[];
  /** More attributes of the element html of each chapter. */
  readonly root?: string;
  /** More files by name. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Narration of the first chapter: a wav, and of the elements with these ids its clips in seconds. */
  readonly narration?: {
    readonly sound: Uint8Array;
    readonly clips: readonly (readonly [id: string, begin: number, end: number])[];
  };
  /** Files that its manifest names, beside book.opf, and their types; `files` may have them ('OEBPS/a.svg') or not. */
  readonly listed?: Readonly<Record<string, string>>;
}

/** A small epub 3 as bytes. */
export function createEpub({
  chapters,
  rtl = false,
  printed = [],
  root = '',
  files = {},
  listed = {},
  narration,
}: EpubOptions): Uint8Array<ArrayBuffer> {
  const all = (write: (chapter: EpubChapter, index: number) => string) => chapters.map(write).join('');
  const page = (title: string, body: string, head = '') =>
    `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${rtl ? ' dir="rtl"' : ''} ${root}><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
  const others = Object.entries(listed).map(
    ([name, type], at) => `<item id="f${at}" href="${name}" media-type="${type}"/>`,
  );
  const overlay = (at: number) => (narration && at === 0 ? ' media-overlay="smil"' : '');
  const clips = narration?.clips.map(
    ([id, begin, end]) =>
      `<par><text src="text/c0.xhtml#${id}"/><audio src="sound.wav" clipBegin="${begin}s" clipEnd="${end}s"/></par>`,
  );
  const narrated = narration && {
    'OEBPS/narration.smil': `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${clips?.join('')}</body></smil>`,
    'OEBPS/sound.wav': narration.sound,
  };
  if (narration)
    others.push(
      '<item id="smil" href="narration.smil" media-type="application/smil+xml"/><item id="wav" href="sound.wav" media-type="audio/wav"/>',
    );
  const pages = printed.map(([label, target]) => `<li><a href="${target}">${label}</a></li>`);
  const pageList = pages.length > 0 ? `<nav epub:type="page-list"><ol>${pages.join('')}</ol></nav>` : '';
  const texts: Record<string, string | Uint8Array> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'OEBPS/book.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">made</dc:identifier><dc:title>Made</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${all((_, at) => `<item id="c${at}" href="text/c${at}.xhtml" media-type="application/xhtml+xml"${overlay(at)}/>`)}${others.join('')}</manifest><spine${rtl ? ' page-progression-direction="rtl"' : ''}>${all((_, at) => `<itemref idref="c${at}"/>`)}</spine></package>`,
    'OEBPS/nav.xhtml': page(
      'Contents',
      `<nav epub:type="toc"><ol>${all(({ title }, at) => `<li><a href="text/c${at}.xhtml">${title}</a><ol><li><a href="text/c${at}.xhtml#end">End of ${title}</a></li></ol></li>`)}</ol></nav>${pageList}`,
    ),
    ...Object.fromEntries(
      chapters.map(({ title, body, head }, at) => [
        `OEBPS/text/c${at}.xhtml`,
        page(title, `${body}<p id="end">The end of ${title}.</p>`, head),
      ]),
    ),
    ...files,
    ...narrated,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
    ),
  );
}

/** A low tone of so many seconds, as wav. */
export function createWav(seconds: number): Uint8Array {
  const rate = 8000;
  const bytes = new DataView(new ArrayBuffer(44 + rate * seconds));
  const write = (at: number, text: string) =>
    [...text].forEach((sign, n) => bytes.setUint8(at + n, sign.charCodeAt(0)));
  write(0, 'RIFF');
  bytes.setUint32(4, 36 + rate * seconds, true);
  write(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, rate, true);
  bytes.setUint16(32, 1, true);
  bytes.setUint16(34, 8, true);
  write(36, 'data');
  bytes.setUint32(40, rate * seconds, true);
  for (let at = 0; at < rate * seconds; at++) bytes.setUint8(44 + at, 128 + 20 * Math.sin(at / 6));
  return new Uint8Array(bytes.buffer);
}

/** Paragraphs whose words are all different: `chapter-paragraph-word`. */
export function paragraphs(name: string, count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `<p>${Array.from({ length: 60 }, (__, word) => `${name}-${at}-${word}`).join(' ')}</p>`,
  ).join('');
}

export interface EpubPart {
  /** As the manifest writes it; `file`: as the archive does, where that differs. */
  readonly name: string;
  readonly file?: string;
  readonly type: string;
  /** Without it the part is missing. */
  readonly content?: string | Uint8Array;
  /** Number of the part that is shown in its place. */
  readonly fallback?: number;
  /** Of the page. */
  readonly properties?: string;
  readonly isOutsideSpine?: boolean;
}

/** An epub of any parts, without a table of contents. `meta`: more metadata, `spine`: attributes. */
export function createEpubOf(parts: readonly EpubPart[], { meta = '', spine = '' } = {}): Uint8Array<ArrayBuffer> {
  const items = parts.map(({ name, type, fallback }, at) => {
    const other = fallback === undefined ? '' : ` fallback="p${fallback}"`;
    return `<item id="p${at}" href="${name}" media-type="${type}"${other}/>`;
  });
  const entries = parts.map(({ properties, isOutsideSpine }, at) =>
    isOutsideSpine ? '' : `<itemref idref="p${at}"${properties ? ` properties="${properties}"` : ''}/>`,
  );
  const files: Record<string, Uint8Array> = {
    'META-INF/container.xml': strToU8(
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    ),
    'OEBPS/book.opf': strToU8(
      `<package xmlns="http://www.idpf.org/2007/opf"><metadata>${meta}</metadata><manifest>${items.join('')}</manifest><spine ${spine}>${entries.join('')}</spine></package>`,
    ),
  };
  for (const { name, file = name, content } of parts)
    if (content !== undefined) files[`OEBPS/${file}`] = typeof content === 'string' ? strToU8(content) : content;
  return zipSync(files);
}
