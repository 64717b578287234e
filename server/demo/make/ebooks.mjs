import { strToU8, zipSync } from 'fflate';

const xml = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const XHTML = (title, body) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${xml(title)}</title><link rel="stylesheet" href="style.css"/></head><body>${body}</body></html>`;
const FIXED = { mtime: new Date('2025-01-01T00:00:00Z') };

/** An EPUB 3 whose table of contents has two levels: parts, and the chapters inside them. */
export function makeEpub(meta, chapters, cover) {
  const half = Math.ceil(chapters.length / 2);
  const parts = [
    { title: 'Part One', chapters: chapters.slice(0, half) },
    { title: 'Part Two', chapters: chapters.slice(half) },
  ].filter((p) => p.chapters.length);
  const files = { mimetype: [strToU8('application/epub+zip'), { level: 0, ...FIXED }] };
  const add = (name, content) => {
    files[name] = [typeof content === 'string' ? strToU8(content) : content, FIXED];
  };
  let number = 0;
  const nav = parts.map((part, p) => {
    add(`OEBPS/part${p + 1}.xhtml`, XHTML(part.title, `<h1>${part.title}</h1>`));
    const inner = part.chapters.map((chapter) => {
      number += 1;
      add(
        `OEBPS/chapter${number}.xhtml`,
        XHTML(
          chapter.title,
          `<h2 id="start">${xml(chapter.title)}</h2>${chapter.paragraphs.map((t) => `<p>${xml(t)}</p>`).join('')}`,
        ),
      );
      return `<li><a href="chapter${number}.xhtml#start">${xml(chapter.title)}</a></li>`;
    });
    return `<li><a href="part${p + 1}.xhtml">${part.title}</a><ol>${inner.join('')}</ol></li>`;
  });
  const spine = [];
  number = 0;
  for (const [p, part] of parts.entries()) {
    spine.push(`part${p + 1}`);
    for (const _ of part.chapters) spine.push(`chapter${(number += 1)}`);
  }
  add(
    'META-INF/container.xml',
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  );
  add('OEBPS/style.css', 'body{font-family:serif;line-height:1.5}h1{margin-top:40%;text-align:center}');
  add('OEBPS/nav.xhtml', XHTML('Contents', `<nav epub:type="toc"><h1>Contents</h1><ol>${nav.join('')}</ol></nav>`));
  if (cover) add('OEBPS/cover.jpg', cover);
  add(
    'OEBPS/content.opf',
    `<?xml version="1.0" encoding="UTF-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:earmark:${xml(meta.title.toLowerCase().replace(/\W+/g, '-'))}</dc:identifier><dc:title>${xml(meta.title)}</dc:title>${meta.authors.map((a) => `<dc:creator>${xml(a)}</dc:creator>`).join('')}<dc:language>${meta.language === 'English' ? 'en' : meta.language}</dc:language><dc:publisher>${xml(meta.publisher ?? '')}</dc:publisher><dc:date>${meta.publishedYear}</dc:date>${meta.genres.map((g) => `<dc:subject>${xml(g)}</dc:subject>`).join('')}<dc:description>${xml(meta.description)}</dc:description><meta property="dcterms:modified">2025-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="css" href="style.css" media-type="text/css"/>${cover ? '<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>' : ''}${spine.map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${spine.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
  );
  return zipSync(files);
}

/** A PDF with one page per chapter and an outline, written by hand: text in Times, 60 columns. */
export function makePdf(title, chapters) {
  const objects = [];
  const add = (body) => objects.push(body);
  const plain = (text) => text.replace(/[^\x20-\x7e]/g, "'").replace(/[\\()]/g, '\\$&');
  const pageIds = chapters.map((_, i) => 5 + i * 2);
  const outlineRoot = 5 + chapters.length * 2;
  add(`<< /Type /Catalog /Pages 2 0 R /Outlines ${outlineRoot} 0 R >>`);
  add(`<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${chapters.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>');
  add(`<< /Title (${plain(title)}) >>`);
  for (const [i, chapter] of chapters.entries()) {
    const rows = chapter.paragraphs.flatMap((p) => [...(p.match(/.{1,68}(\s|$)/g) ?? []), '']);
    const text = `BT /F1 20 Tf 72 720 Td (${plain(chapter.title)}) Tj /F1 13 Tf 0 -40 Td 18 TL ${rows.map((r) => `(${plain(r.trim())}) Tj T*`).join(' ')} ET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + i * 2} 0 R >>`,
    );
    add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
  }
  add(
    `<< /Type /Outlines /First ${outlineRoot + 1} 0 R /Last ${outlineRoot + chapters.length} 0 R /Count ${chapters.length} >>`,
  );
  for (const [i, chapter] of chapters.entries()) {
    const next = i + 1 < chapters.length ? `/Next ${outlineRoot + i + 2} 0 R ` : '';
    const previous = i ? `/Prev ${outlineRoot + i} 0 R ` : '';
    add(
      `<< /Title (${plain(chapter.title)}) /Parent ${outlineRoot} 0 R ${next}${previous}/Dest [${pageIds[i]} 0 R /Fit] >>`,
    );
  }
  let out = '%PDF-1.4\n';
  const offsets = objects.map((body, i) => {
    const at = out.length;
    out += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const xref = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((o) => `${String(o).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(out, 'latin1');
}

/** A comic archive from page images in reading order. */
export function makeCbz(pages) {
  return zipSync(
    Object.fromEntries(
      pages.map((page, i) => [`page-${String(i + 1).padStart(2, '0')}.webp`, [page, { level: 0, ...FIXED }]]),
    ),
  );
}

/** An OPF sidecar with the metadata of a book. */
export function makeOpf(meta) {
  const creators = [
    ...meta.authors.map((a) => `<dc:creator opf:role="aut">${xml(a)}</dc:creator>`),
    ...(meta.narrators ?? []).map((n) => `<dc:creator opf:role="nrt">${xml(n)}</dc:creator>`),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="2.0">\n  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">\n    <dc:title>${xml(meta.title)}</dc:title>\n    ${creators.join('\n    ')}\n    <dc:publisher>${xml(meta.publisher ?? '')}</dc:publisher>\n    <dc:date>${meta.publishedYear}</dc:date>\n    <dc:language>${meta.language}</dc:language>\n    ${meta.genres.map((g) => `<dc:subject>${xml(g)}</dc:subject>`).join('')}\n    ${(meta.tags ?? []).map((t) => `<dc:tag>${xml(t)}</dc:tag>`).join('')}\n    <dc:description>${xml(meta.description)}</dc:description>\n    <meta name="subtitle" content="${xml(meta.subtitle ?? '')}"/>\n  </metadata>\n</package>\n`;
}
