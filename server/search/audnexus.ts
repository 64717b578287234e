import { at, listAt, textAt, type Ask } from './ask.ts';
import { isAsin, regionOf } from './providers/audible.ts';
import type { SearchServices } from './services.ts';
import { editDistance } from './similarity.ts';

export interface AuthorMatch {
  readonly asin: string;
  readonly description: string;
  readonly image: string | null;
  readonly name: string;
}

/** Most different letters in the name of an author. */
const MAX_DISTANCE = 3;

async function authorByAsin(
  ask: Ask,
  services: SearchServices,
  asin: string,
  region: string,
): Promise<AuthorMatch | null> {
  const author = await ask(`${services.audnexus}/authors/${encodeURIComponent(asin)}`, { region });
  const name = textAt(author, 'name');
  if (name === '') return null;
  const [description, image] = [textAt(author, 'description'), textAt(author, 'image') || null];
  return { asin: textAt(author, 'asin'), description, image, name };
}

/** An author by ASIN, or the one with the nearest name; null when none fits. */
export async function findAuthor(
  ask: Ask,
  services: SearchServices,
  wanted: { readonly name?: string; readonly asin?: string },
  region: string,
): Promise<AuthorMatch | null> {
  const { name = '', asin = '' } = wanted;
  if (isAsin(asin)) return authorByAsin(ask, services, asin.toUpperCase(), regionOf(region));
  if (name === '') return null;
  const answer = await ask(`${services.audnexus}/authors`, { name, region: regionOf(region) });
  const [nearest] = listAt(answer)
    .map((entry) => ({ asin: textAt(entry, 'asin'), distance: editDistance(name, textAt(entry, 'name')) }))
    .filter((entry) => entry.distance <= MAX_DISTANCE && isAsin(entry.asin))
    .sort((a, b) => a.distance - b.distance);
  return nearest ? authorByAsin(ask, services, nearest.asin, regionOf(region)) : null;
}

/** The chapters of a book in the store; null when it has none. */
export async function findChapters(ask: Ask, services: SearchServices, asin: string, region: string): Promise<unknown> {
  const address = `${services.audnexus}/books/${encodeURIComponent(asin.toUpperCase())}/chapters`;
  const answer = await ask(address, { region: regionOf(region) });
  return Array.isArray(at(answer, 'chapters')) ? answer : null;
}
