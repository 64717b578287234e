import { z } from '../../schemas/zod.ts';
import type { LibraryFile, LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { defineStored } from '../../services/storage.ts';
import type { Provider } from '../quick-match/providers.logic.ts';

/** A cover that somebody has chosen, and not set yet. */
export type Candidate =
  | { readonly kind: 'file'; readonly file: File }
  /** An address of another site, which the server fetches. */
  | { readonly kind: 'address'; readonly url: string }
  /** A picture in the folder of the item. */
  | { readonly kind: 'local'; readonly ino: string; readonly path: string; readonly name: string };

/**
 * `wrongType` and `tooLarge` are of a file, `invalidAddress` of an address (EDT-034, VAL-030); `notKept`: what was
 * chosen before a reload is gone.
 */
export type CoverProblem = 'wrongType' | 'tooLarge' | 'noPicture' | 'invalidAddress' | 'notKept';

/** Asks all services, one after the other. */
export const ALL_PROVIDERS = 'all';
/** Knows covers and nothing else. */
const COVERS_ONLY: Provider = { value: 'audiobookcovers', name: 'AudiobookCovers.com' };
/** The most that a server takes, in bytes. */
const MOST_BYTES = 25 * 1024 * 1024;
/** More pixels than this take long to load wherever the cover is shown whole. */
const HUGE_PIXELS = 4000 * 4000;

/** The service that covers of books were last looked for with. */
export const COVER_PROVIDER = defineStored('book-cover-provider', z.string());

/** What is wrong with a file as a cover; null when it can be one. */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): CoverProblem | null {
  if (!/\.(?:png|jpe?g|webp)$/i.test(name)) return 'wrongType';
  return size > MOST_BYTES ? 'tooLarge' : null;
}

/** An http or https address as it is sent; null for what is none. */
export function addressOf(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed)) return null;
  return URL.canParse(trimmed) ? trimmed : null;
}

/** Whether a picture of this size, in pixels, is told to be large. */
export const isHuge = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width * height > HUGE_PIXELS;

/** The services to look for covers with (EDT-035); of podcasts there is one. */
export function coverProviders(
  mediaType: LibraryItemExpanded['mediaType'],
  list: readonly Provider[],
): readonly Provider[] {
  return mediaType === 'podcast' ? list : [{ value: ALL_PROVIDERS, name: '' }, ...list, COVERS_ONLY];
}

/** The services that are asked one by one. */
export function askedProviders(provider: string, providers: readonly Provider[]): readonly string[] {
  if (provider !== ALL_PROVIDERS) return [provider];
  return providers.map(({ value }) => value).filter((value) => value !== ALL_PROVIDERS);
}

/** The pictures in the folder of an item. */
export function localPictures(item: LibraryItemExpanded): readonly LibraryFile[] {
  return item.libraryFiles.items.filter(({ fileType }) => fileType === 'image');
}

/** What a search begins with: title and author of the item. */
export function searchTerms(item: LibraryItemExpanded): { readonly title: string; readonly author: string } {
  const { metadata } = item.media;
  const author = 'authors' in metadata ? (metadata.authors[0]?.name ?? '') : '';
  return { title: metadata.title ?? '', author };
}

/** What is looked for with a service by itself: of audiobook stores the number, where it is known. */
export function titleFor(item: LibraryItemExpanded, provider: string): string {
  const asin = item.mediaType === 'book' ? item.media.metadata.asin : null;
  return provider.startsWith('audible') && asin ? asin : searchTerms(item).title;
}
