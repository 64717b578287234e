import { AppException } from '../schemas/app-error.ts';
import { RELEASES_URL, type ListedRelease } from '../schemas/release.ts';
import { errorFromHttp } from './http.ts';

export interface Releases {
  /** Newest first. Rejects with AppException. */
  list(signal: AbortSignal): Promise<readonly ListedRelease[]>;
}

export function createReleases(): Releases {
  return {
    async list(signal) {
      try {
        const { fetchReleases } = await import('./release-list.ts');
        return await fetchReleases(RELEASES_URL, signal);
      } catch (cause) {
        throw new AppException(errorFromHttp(cause), { cause });
      }
    },
  };
}
