import path from 'node:path';

const mimeTypes: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg', '.m4a': 'audio/mp4', '.m4b': 'audio/mp4', '.mp4': 'audio/mp4', '.aac': 'audio/aac', '.flac': 'audio/flac', '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg', '.opus': 'audio/ogg', '.wav': 'audio/wav', '.webm': 'audio/webm', '.weba': 'audio/webm', '.mka': 'audio/x-matroska',
  '.wma': 'audio/x-ms-wma', '.aiff': 'audio/x-aiff', '.aif': 'audio/x-aiff', '.caf': 'audio/x-caf', '.awb': 'audio/amr-wb',
  '.epub': 'application/epub+zip', '.pdf': 'application/pdf', '.mobi': 'application/x-mobipocket-ebook', '.azw3': 'application/octet-stream',
  '.cbz': 'application/x-cbr', '.cbr': 'application/x-cbr',
  '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp', '.gif': 'image/gif', '.avif': 'image/avif', '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml; charset=utf-8', '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8', '.json': 'application/json; charset=utf-8', '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8', '.wasm': 'application/wasm', '.woff': 'font/woff', '.woff2': 'font/woff2', '.ttf': 'font/ttf',
  '.zip': 'application/zip', '.txt': 'text/plain; charset=utf-8', '.nfo': 'text/plain; charset=utf-8', '.opf': 'application/xml', '.xml': 'application/xml',
};

/** Content type by the end of the file name; media as the real server sends it. */
export function mimeTypeOf(file: string): string {
  return mimeTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
}
