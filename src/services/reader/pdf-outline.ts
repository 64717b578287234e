import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { ChapterStart, ContentsEntry } from './engine.ts';

type Items = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>;
export type Destination = Items[number]['dest'];

export interface Outline {
  readonly contents: readonly ContentsEntry[];
  find(target: string): Promise<number | null>;
  /** The last entry that begins on this page or before it; null while loading. */
  chapterOf(page: number): string | null;
  /** In order; never rejects. */
  readonly chapters: Promise<readonly ChapterStart[]>;
}

const MOST_CHAPTERS = 500;

export async function readOutline(doc: PDFDocumentProxy): Promise<Outline> {
  const destinations: Destination[] = [];
  const labels: string[] = [];
  const entriesOf = (items: Items): readonly ContentsEntry[] =>
    items.map(({ title, dest, items: inside }) => {
      const target = `outline:${destinations.push(dest) - 1}`;
      labels.push(title);
      return { label: title, target, children: entriesOf(inside as Items) };
    });
  const contents = entriesOf((await doc.getOutline()) ?? []);
  const find = async (target: string) => {
    const destination = destinations[Number(target.replace('outline:', ''))];
    return destination === undefined ? null : pageOf(doc, destination);
  };
  const starts: { readonly page: number; readonly label: string }[] = [];
  const lookUp = async () => {
    for (const [index, destination] of destinations.slice(0, MOST_CHAPTERS).entries()) {
      const page = await pageOf(doc, destination);
      if (page !== null) starts.push({ page, label: labels[index] ?? '' });
    }
  };
  const chapters = lookUp()
    .catch(() => undefined)
    .then(() => starts.toSorted((one, other) => one.page - other.page))
    .then((list) => list.map(({ page, label }) => ({ label, share: (page - 1) / doc.numPages })));
  return {
    contents,
    find,
    chapters,
    chapterOf: (page) =>
      starts.reduce<(typeof starts)[number] | null>(
        (last, start) => (start.page <= page && start.page >= (last?.page ?? 0) ? start : last),
        null,
      )?.label ?? null,
  };
}

export async function pageOf(doc: PDFDocumentProxy, destination: Destination): Promise<number | null> {
  try {
    const explicit = typeof destination === 'string' ? await doc.getDestination(destination) : destination;
    const page: unknown = explicit?.[0];
    if (typeof page === 'number') return page + 1;
    return page ? (await doc.getPageIndex(page as Parameters<typeof doc.getPageIndex>[0])) + 1 : null;
  } catch {
    return null;
  }
}
