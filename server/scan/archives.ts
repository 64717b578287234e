import { open, readFile } from 'node:fs/promises';
import { openPromise, type Entry } from 'yauzl';
import { decodeText } from '../items/decode-text.ts';

/** Bounds that keep a hostile archive from filling memory or time: bytes, entries, ms. */
const MAX_PACKED = 256 * 1024 * 1024;
const MAX_ENTRIES = 50_000;
const MAX_UNPACK_MS = 30_000;

/** An open archive; `close` frees it. */
export interface Archive {
  /** Names of its files, as they are stored. */
  readonly names: readonly string[];
  /** The bytes of a file; null when its declared size exceeds `limit`. Unreadable parts are left out. */
  read(name: string, limit: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

async function openZip(file: string): Promise<Archive> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const raw = entry.fileName as unknown as Buffer;
      const name = decodeText(raw).replaceAll('\\', '/');
      if (!name.endsWith('/')) entries.set(name, entry);
      if (entries.size >= MAX_ENTRIES) break;
    }
  } catch (cause) {
    if (entries.size === 0) {
      zip.close();
      throw cause;
    }
  }
  return {
    names: [...entries.keys()],
    read: async (name, limit) => {
      const entry = entries.get(name);
      if (!entry || entry.uncompressedSize > limit || entry.compressedSize > limit) return null;
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
      } catch {
        // Damaged, or longer than declared: the part read so far.
      }
      return Buffer.concat(chunks);
    },
    close: async () => zip.close(),
  };
}

/** rar, 7z and tar, unpacked in a thread of their own. */
async function openOther(file: string, size: number): Promise<Archive> {
  if (size > MAX_PACKED) throw new Error('The archive is too large to look into');
  const { Archive: LibArchive } = await import('libarchive.js/dist/libarchive-node.mjs');
  const archive = await LibArchive.open(new File([await readFile(file)], 'archive'));
  const timed = async <Result>(work: Promise<Result>): Promise<Result> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('Unpacking takes too long')), MAX_UNPACK_MS);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  };
  try {
    const listed = await timed(archive.getFilesArray());
    if (listed.length === 0) throw new Error('It is no archive');
    const files = new Map(listed.slice(0, MAX_ENTRIES).map((entry) => [entry.path + entry.file.name, entry.file]));
    return {
      names: [...files.keys()],
      read: async (name, limit) => {
        const found = files.get(name);
        if (!found || found.size > limit) return null;
        return new Uint8Array(await (await timed(found.extract())).arrayBuffer());
      },
      close: () => archive.close(),
    };
  } catch (cause) {
    await archive.close();
    throw cause;
  }
}

const OTHERS = /^(?:Rar!|7z\xBC\xAF|.{257}ustar)/s;

/** Opens an archive by its first bytes, whatever its name. Rejects anything else. */
export async function openArchive(file: string, size: number): Promise<Archive> {
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(512), 0, 512, 0).finally(() => handle.close());
  const start = buffer.toString('latin1');
  if (start.startsWith('PK')) return openZip(file);
  if (!OTHERS.test(start)) throw new Error('It is no archive');
  return openOther(file, size);
}

const plain = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * The name in an archive for a path of a document: as it is stored, URL-decoded, in another normal form or case; null
 * when missing.
 */
export function nameIn({ names }: Archive, path: string): string | null {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A '%' that is a part of the name.
  }
  const wanted = [path, decoded, decoded.replace(/\?.*$/s, '')];
  const same = new Set(wanted.map(plain));
  return wanted.find((name) => names.includes(name)) ?? names.find((name) => same.has(plain(name))) ?? null;
}
