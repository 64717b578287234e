/** Budget of the first load: scripts and styles of index.html, in kB (1000 bytes) of gzip -9. */
export const BUDGET_KB = 174.5;

/**
 * Budgets of a page that opens first: all its scripts, and the styles of index.html, in kB of gzip -9, and its script
 * files beside those of index.html. `other`: each page without a row.
 */
export const PAGE_BUDGETS = {
  library: { kb: 312, files: 8 },
  bookshelf: { kb: 314, files: 11 },
  item: { kb: 335, files: 11 },
  share: { kb: 256, files: 12 },
  other: { kb: 460, files: 46 },
};

/**
 * The files and content of a page load. `html`: built index.html; `chunks`: from the bundle report; `gzipOf`: gzip size
 * of a built file in bytes.
 */
export function measure({ html, chunks, gzipOf }) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\.?\/?([^"]+\.(?:m?js|css))"/g)].map(
    (match) => match[1],
  );
  const entry = reach(named, byFile);
  const rows = chunks
    .flatMap((chunk) => [
      { file: chunk.file, gzip: gzipOf(chunk.file), own: ownShare(chunk), first: entry.has(chunk.file) },
      ...chunk.css.map((file) => ({ file, gzip: gzipOf(file), own: 1, first: entry.has(file) })),
    ])
    .filter((row, index, all) => all.findIndex((other) => other.file === row.file) === index)
    .sort((a, b) => Number(b.first) - Number(a.first) || b.gzip - a.gzip);
  const first = rows.filter((row) => row.first);
  const sum = (weigh) => first.reduce((total, row) => total + weigh(row), 0);
  const firstLoad = sum((row) => row.gzip);
  return {
    rows,
    pages: pagesOf(html, firstLoad, gzipOf),
    firstLoad,
    ownInFirstLoad: sum((row) => row.gzip * row.own),
    packages: packagesOf(
      first.flatMap((row) => byFile.get(row.file) ?? []),
      gzipOf,
    ),
  };
}

/** Each page that opens first, heaviest first, by the table of the boot script. */
function pagesOf(html, firstLoad, gzipOf) {
  const [, json] = /window\.earmarkChunks=(\{.*?\});window\.earmarkCalls=/s.exec(html) ?? [];
  if (!json) return [];
  const { files, needs, pages } = JSON.parse(json);
  const withNeeds = (starts, found = new Set()) => {
    for (const index of starts) if (!found.has(index)) withNeeds(needs[index], found.add(index));
    return found;
  };
  return Object.entries(pages)
    .map(([page, starts]) => {
      const own = [...withNeeds(starts)].map((index) => gzipOf(`assets/${files[index]}.js`));
      const budget = PAGE_BUDGETS[page] ?? PAGE_BUDGETS.other;
      const gzip = own.reduce((total, size) => total + size, firstLoad);
      return { page, gzip, files: own.length, isOver: gzip > budget.kb * 1000 || own.length > budget.files };
    })
    .sort((a, b) => b.gzip - a.gzip);
}

/** Files that loading these brings along: static imports and their styles. */
function reach(files, byFile, found = new Set()) {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    const chunk = byFile.get(file);
    if (chunk) reach([...chunk.imports, ...chunk.css], byFile, found);
  }
  return found;
}

/** Our share of a chunk, 0 to 1, by the length of its modules before minifying. */
function ownShare(chunk) {
  const all = Object.entries(chunk.modules);
  const lengthOf = (modules) => modules.reduce((total, [, length]) => total + length, 0);
  return lengthOf(all.filter(([name]) => !name.startsWith('package:'))) / (lengthOf(all) || 1);
}

/** Packages with their estimated gzip bytes, heaviest first. */
function packagesOf(chunks, gzipOf) {
  const bytes = new Map();
  for (const chunk of chunks) {
    const total = Object.values(chunk.modules).reduce((sum, length) => sum + length, 0) || 1;
    for (const [name, length] of Object.entries(chunk.modules)) {
      if (!name.startsWith('package:')) continue;
      bytes.set(name.slice(8), (bytes.get(name.slice(8)) ?? 0) + (gzipOf(chunk.file) * length) / total);
    }
  }
  return [...bytes].sort((a, b) => b[1] - a[1]);
}
