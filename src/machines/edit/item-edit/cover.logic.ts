import { z } from '../../../schemas/zod.ts';
import type { LibraryFile, LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { defineStored } from '../../../services/storage.ts';
import type { Provider } from '../quick-match/find-providers.actor.ts';

export type Candidate =
  | { readonly kind: 'file'; readonly file: File }
  /** Fetched by the server. */
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'local'; readonly ino: string; readonly path: string; readonly name: string };

/** `notKept`: the choice from before a reload is lost. */
export type CoverProblem = 'wrongType' | 'tooLarge' | 'noPicture' | 'invalidAddress' | 'notKept';

/** Searches all services. */
export const ALL_PROVIDERS = 'all';
/** Offers covers only. */
const COVERS_ONLY: Provider = { value: 'audiobookcovers', name: 'AudiobookCovers.com' };
/** Server limit, in bytes. */
const MOST_BYTES = 25 * 1024 * 1024;
/** Larger pictures, in pixels, load slowly; a warning shows. */
const HUGE_PIXELS = 4000 * 4000;

export const COVER_PROVIDER = defineStored('book-cover-provider', z.string());

export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): CoverProblem | null {
  if (!/\.(?:png|jpe?g|webp)$/i.test(name)) return 'wrongType';
  return size > MOST_BYTES ? 'tooLarge' : null;
}

/** Null unless http or https. */
export function addressOf(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed)) return null;
  return URL.canParse(trimmed) ? trimmed : null;
}

export const isHuge = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width * height > HUGE_PIXELS;

export function coverProviders(
  mediaType: LibraryItemExpanded['mediaType'],
  list: readonly Provider[],
): readonly Provider[] {
  return mediaType === 'podcast' ? list : [{ value: ALL_PROVIDERS, name: '' }, ...list, COVERS_ONLY];
}

export function requestedProviders(provider: string, providers: readonly Provider[]): readonly string[] {
  if (provider !== ALL_PROVIDERS) return [provider];
  return providers.map(({ value }) => value).filter((value) => value !== ALL_PROVIDERS);
}

export function localPictures(item: LibraryItemExpanded): readonly LibraryFile[] {
  return item.libraryFiles.items.filter(({ fileType }) => fileType === 'image');
}

export function searchTerms(item: LibraryItemExpanded): { readonly title: string; readonly author: string } {
  const { metadata } = item.media;
  const author = 'authors' in metadata ? (metadata.authors[0]?.name ?? '') : '';
  return { title: metadata.title ?? '', author };
}

/** The ASIN for audiobook stores, else the title. */
export function titleFor(item: LibraryItemExpanded, provider: string): string {
  const asin = item.mediaType === 'book' ? item.media.metadata.asin : null;
  return provider.startsWith('audible') && asin ? asin : searchTerms(item).title;
}
