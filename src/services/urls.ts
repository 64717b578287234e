/** URLs for `src`, `href` and the player. Files and downloads carry a `token`; others need none. */

export interface CoverOptions {
  /** `updatedAt` of the item: makes the answer cacheable for a day and changes with the cover. */
  readonly updatedAt: number;
  /** Device pixels; default: chosen by the server. */
  readonly width?: number;
  readonly height?: number;
  readonly format?: 'webp' | 'jpeg';
  /** The stored file. */
  readonly raw?: boolean;
}

type Parameters = Readonly<Record<string, string | number | undefined>>;

const segment = encodeURIComponent;

/** `basePath` of the server: '' or `/audiobookshelf`. */
export function createUrls(basePath: string) {
  const base = basePath.replace(/\/+$/, '');

  function url(path: string, parameters: Parameters = {}): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
    return query.size === 0 ? `${base}${path}` : `${base}${path}?${query.toString()}`;
  }

  const image = (options: CoverOptions): Parameters => ({
    width: options.width,
    height: options.height,
    format: options.format,
    raw: options.raw === true ? 1 : undefined,
    ts: options.updatedAt,
  });

  return {
    /** Adds the base path to a server path (`contentUrl`, `feedUrl`) that lacks it. */
    fromServer: (path: string) => (base !== '' && !path.startsWith(`${base}/`) ? `${base}${path}` : path),
    cover: (itemId: string, options: CoverOptions) => url(`/api/items/${segment(itemId)}/cover`, image(options)),
    authorImage: (authorId: string, options: CoverOptions) =>
      url(`/api/authors/${segment(authorId)}/image`, image(options)),
    /** `index` from 1; 404 once the session is closed. */
    sessionTrack: (sessionId: string, index: number) => url(`/public/session/${segment(sessionId)}/track/${index}`),
    hlsPlaylist: (sessionId: string) => url(`/hls/${segment(sessionId)}/output.m3u8`),
    itemFile: (itemId: string, ino: string, token: string) =>
      url(`/api/items/${segment(itemId)}/file/${segment(ino)}`, { token }),
    itemFileDownload: (itemId: string, ino: string, token: string) =>
      url(`/api/items/${segment(itemId)}/file/${segment(ino)}/download`, { token }),
    /** A zip, or the file of a single-file item. */
    itemDownload: (itemId: string, token: string) => url(`/api/items/${segment(itemId)}/download`, { token }),
    itemsDownload: (libraryId: string, itemIds: readonly string[], token: string) =>
      url(`/api/libraries/${segment(libraryId)}/download`, { token, ids: itemIds.join(',') }),
    /** `ino` null: the primary ebook. */
    ebook: (itemId: string, ino: string | null, token: string) =>
      url(`/api/items/${segment(itemId)}/ebook${ino === null ? '' : `/${segment(ino)}`}`, { token }),
    backupDownload: (backupId: string, token: string) => url(`/api/backups/${segment(backupId)}/download`, { token }),
    feed: (slug: string) => url(`/feed/${segment(slug)}`),
    sharePage: (slug: string) => url(`/share/${segment(slug)}`),
    shareTrack: (slug: string, index: number) => url(`/public/share/${segment(slug)}/track/${index}`),
    shareCover: (slug: string) => url(`/public/share/${segment(slug)}/cover`),
    shareDownload: (slug: string) => url(`/public/share/${segment(slug)}/download`),
    /** Start of an OpenID sign-in; `callback`: absolute URL of the login page. */
    openIdStart: (callback: string) => url('/auth/openid', { callback }),
  };
}

export type Urls = ReturnType<typeof createUrls>;
