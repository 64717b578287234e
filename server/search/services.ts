/** Addresses of the search services for books, podcasts and people; origins without a slash at the end. */
export interface SearchServices {
  readonly itunes: string;
  readonly google: string;
  readonly openLibrary: string;
  readonly openLibraryCovers: string;
  /** `{tld}` stands for the store's top-level domain. */
  readonly audible: string;
  readonly audnexus: string;
  readonly audiobookCovers: string;
}

export const publicServices: SearchServices = {
  itunes: 'https://itunes.apple.com',
  google: 'https://www.googleapis.com',
  openLibrary: 'https://openlibrary.org',
  openLibraryCovers: 'https://covers.openlibrary.org',
  audible: 'https://api.audible{tld}',
  audnexus: 'https://api.audnex.us',
  audiobookCovers: 'https://api.audiobookcovers.com',
};
