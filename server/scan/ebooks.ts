import path from 'node:path';
import { decodeXml } from '../items/decode-text.ts';
import { plainTitle } from '../items/html.ts';
import { attributeOf, nodeOf, nodesOf, parseXml } from '../http/xml.ts';
import { nameIn, openArchive, type Archive } from './archives.ts';
import { fieldsFromComicInfo } from './comic-info.ts';
import { coverPathsOf, fieldsFromOpf } from './opf.ts';
import { isPicture } from '../items/pictures.ts';
import type { BookFields } from './types.ts';

/** Bounds that keep a hostile archive from filling the memory, in bytes. */
const MAX_TEXT = 2 * 1024 * 1024;
const MAX_PICTURE = 24 * 1024 * 1024;
/** Most files that are searched for a cover. */
const MAX_LOOKS = 12;

export interface EbookFacts {
  fields: BookFields;
  cover: { bytes: Uint8Array } | null;
}

async function textIn(archive: Archive, wanted: string): Promise<string | null> {
  const name = nameIn(archive, wanted);
  const bytes = name === null ? null : await archive.read(name, MAX_TEXT);
  return bytes && decodeXml(bytes);
}

async function withArchive<Result>(
  file: string,
  size: number,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const archive = await openArchive(file, size);
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

/** Resolves a link of a document in an archive; a slash at its start means the root. */
function pathFrom(document: string, href: string): string {
  const place = href.replaceAll('\\', '/');
  return path.posix.join(place.startsWith('/') ? '.' : path.posix.dirname(document), place).replace(/^\/+/, '');
}

/** The first picture that a page shows, in an element or behind it; '' for none. */
function pictureOf(page: string): string {
  const source = /<(?:img|(?:\w+:)?image)\b[^<>]*?\s(?:src|(?:xlink:)?href)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/i.exec(
    page,
  );
  const style = source ?? /url\(\s*(?:"([^"<>)]*)"|'?([^'"<>)]*)'?)\s*\)/i.exec(page);
  return plainTitle(style?.[1] ?? style?.[2] ?? '');
}

/** The first of some files that is a picture, or a page that shows one. */
async function findCover(archive: Archive, wanted: Iterable<string>): Promise<{ bytes: Uint8Array } | null> {
  const seen = new Set<string>();
  for (const place of wanted) {
    const name = nameIn(archive, place);
    if (name === null || seen.has(name)) continue;
    if (seen.size >= MAX_LOOKS) return null;
    seen.add(name);
    const bytes = await archive.read(name, MAX_PICTURE);
    if (!bytes) continue;
    if (isPicture(bytes)) return { bytes };
    const inside = bytes.length > MAX_TEXT ? '' : pictureOf(decodeXml(bytes));
    const shown = inside ? nameIn(archive, pathFrom(name, inside)) : null;
    const picture = shown === null ? null : await archive.read(shown, MAX_PICTURE);
    if (picture && isPicture(picture)) return { bytes: picture };
  }
  return null;
}

/** The package document that the container names, else the first one found. */
async function packagePath(archive: Archive): Promise<string | null> {
  const container = nodeOf(parseXml((await textIn(archive, 'META-INF/container.xml')) ?? ''), 'container');
  const roots = nodesOf(nodeOf(container, 'rootfiles'), 'rootfile').map((root) => attributeOf(root, 'full-path'));
  const named = roots.map((root) => (root ? nameIn(archive, root) : null)).find((name) => name !== null);
  return named ?? archive.names.find((name) => /\.opf$/i.test(name)) ?? null;
}

const PAGE = /\.(?:jpe?g|png|webp|gif|bmp|avif|tiff?)$/i;
/** Files that systems add beside the pages. */
const BESIDE = /(?:^|\/)(?:__MACOSX\/|\.)/;

/** Metadata and cover of an epub. Rejects an unreadable archive, or one without a package document. */
export function readEpub(file: string, size: number): Promise<EbookFacts> {
  return withArchive(file, size, async (archive) => {
    const opfPath = await packagePath(archive);
    const opf = opfPath && (await textIn(archive, opfPath));
    if (opfPath === null || opf === null) throw new Error('No package document found');
    const places = coverPathsOf(opf).map((href) => pathFrom(opfPath, href));
    const pictures = archive.names.filter((name) => PAGE.test(name) && !BESIDE.test(name));
    const others = [...pictures.filter((name) => /cover/i.test(name)), ...pictures];
    return { fields: fieldsFromOpf(opf), cover: await findCover(archive, [...places, ...others]) };
  });
}

/** Metadata of a comic archive, and its declared cover page, else its first page. */
export function readComic(file: string, size: number): Promise<EbookFacts> {
  return withArchive(file, size, async (archive) => {
    const names = archive.names.filter((name) => !BESIDE.test(name));
    const named = names.filter((name) => PAGE.test(name));
    const pages = (named.length > 0 ? named : names).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    const info = names.find((name) => /(?:^|\/)comicinfo\.xml$/i.test(name));
    const { fields, coverPage } = fieldsFromComicInfo(info === undefined ? '' : ((await textIn(archive, info)) ?? ''));
    const front = pages[coverPage] ?? [];
    return { fields, cover: await findCover(archive, [front, pages].flat()) };
  });
}
