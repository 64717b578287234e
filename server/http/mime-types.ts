import path from 'node:path';

/** Media types that a browser may show in place because they run no scripts: no SVG, HTML or XML. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.m4b': 'audio/mp4',
  '.mp4': 'audio/mp4',
  '.aac': 'audio/aac',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.wav': 'audio/wav',
  '.webm': 'audio/webm',
  '.weba': 'audio/webm',
  '.mka': 'audio/x-matroska',
  '.wma': 'audio/x-ms-wma',
  '.aiff': 'audio/x-aiff',
  '.aif': 'audio/x-aiff',
  '.caf': 'audio/x-caf',
  '.awb': 'audio/amr-wb',
  '.epub': 'application/epub+zip',
  '.pdf': 'application/pdf',
  '.mobi': 'application/x-mobipocket-ebook',
  '.azw3': 'application/octet-stream',
  '.cbz': 'application/x-cbr',
  '.cbr': 'application/x-cbr',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
};

const clientTypes: Readonly<Record<string, string>> = {
  ...mediaTypes,
  '.svg': 'image/svg+xml; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

const typeIn = (types: Readonly<Record<string, string>>, file: string): string | undefined =>
  types[path.extname(file).toLowerCase()];

export const clientTypeOf = (file: string): string => typeIn(clientTypes, file) ?? 'application/octet-stream';

/** Content type of audio, raster images and ebooks as the real server sends it; undefined for all others. */
export const mediaTypeOf = (file: string): string | undefined => typeIn(mediaTypes, file);
