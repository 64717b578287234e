import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { extensionOf, fileTypeOf } from '../items/file-kinds.ts';
import { coverHrefOf, fieldsFromOpf } from './opf.ts';
import type { BookFields } from './types.ts';
import { attributeOf, nodeOf, parseXml } from '../http/xml.ts';

/** Bounds that keep a hostile archive from filling the memory, in bytes. */
const MAX_ARCHIVE = 256 * 1024 * 1024;
const MAX_TEXT = 2 * 1024 * 1024;
const MAX_PICTURE = 24 * 1024 * 1024;

export interface EbookFacts {
  fields: BookFields;
  cover: { bytes: Uint8Array; ext: string } | null;
}

/** One entry of an archive, or undefined when it is absent or says to be larger than `limit`. */
function entry(archive: Uint8Array, name: string, limit: number): Uint8Array | undefined {
  return unzipSync(archive, {
    filter: (file) => file.name === name && file.originalSize <= limit && file.size <= limit,
  })[name];
}

const text = (bytes: Uint8Array | undefined): string => (bytes ? new TextDecoder().decode(bytes) : '');

async function readArchive(file: string, size: number): Promise<Uint8Array> {
  if (size > MAX_ARCHIVE) throw new Error('The archive is too large to look into');
  return readFile(file);
}

/** Metadata and cover of an epub. Rejects when it is no readable archive or has no package document. */
export async function readEpub(file: string, size: number): Promise<EbookFacts> {
  const archive = await readArchive(file, size);
  const container = parseXml(text(entry(archive, 'META-INF/container.xml', MAX_TEXT)));
  const opfPath = attributeOf(nodeOf(nodeOf(nodeOf(container, 'container'), 'rootfiles'), 'rootfile'), 'full-path');
  const opf = text(opfPath ? entry(archive, opfPath, MAX_TEXT) : undefined);
  if (!opf) throw new Error('No package document found');
  const href = coverHrefOf(opf);
  const name = href ? path.posix.normalize(path.posix.join(path.posix.dirname(opfPath), decodeURIComponent(href))) : '';
  const bytes = name ? entry(archive, name, MAX_PICTURE) : undefined;
  return { fields: fieldsFromOpf(opf), cover: bytes ? { bytes, ext: extensionOf(name) } : null };
}

/** The first page of a comic archive (cbz) as its cover. */
export async function readComic(file: string, size: number): Promise<EbookFacts> {
  const archive = await readArchive(file, size);
  const names: string[] = [];
  unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      if (fileTypeOf(name) === 'image' && originalSize <= MAX_PICTURE) names.push(name);
      return false;
    },
  });
  const [first] = names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const bytes = first ? entry(archive, first, MAX_PICTURE) : undefined;
  return { fields: {}, cover: bytes && first ? { bytes, ext: extensionOf(first) } : null };
}
