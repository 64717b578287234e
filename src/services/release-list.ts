import { releaseList, type ListedRelease } from '../schemas/release.ts';
import { AppException } from '../schemas/app-error.ts';
import { errorFromResponse } from './error-mapping.ts';
import { parseAnswer } from './answer.ts';

export async function fetchReleases(url: string, signal: AbortSignal): Promise<readonly ListedRelease[]> {
  const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  const text = await response.text();
  const name = 'releases.list';
  if (!response.ok) throw new AppException(errorFromResponse(name, response.status, response.headers, text));
  return parseAnswer({ name, output: releaseList }, text).items;
}
