import type { Author } from '../../schemas/api/author.ts';
import type { AuthorDetail } from '../../schemas/api/author-detail.ts';
import type { Body } from '../../schemas/requests/index.ts';
import type { Api } from '../../services/api.ts';
import { setAuthorImage, updateAuthor } from '../../services/endpoints/authors.ts';
import { getFilterData } from '../../services/endpoints/libraries.ts';
import { fold } from '../kit/fold.ts';
import { form } from '../kit/form.ts';

/** What can be edited of an author (AUR-001). */
export interface AuthorFields {
  readonly name: string;
  readonly asin: string;
  readonly description: string;
}

/** The form: its fields, the author as saved, names that would end the server, and a merge that was agreed to. */
export interface AuthorValues extends AuthorFields {
  readonly author: Author;
  /** Authors of the same books, folded. */
  readonly coAuthors: readonly string[];
  /** The name of another author with whom a person wants to merge this one; empty without one. */
  readonly agreedMerge: string;
}

export type AuthorProblem = 'nameMissing' | 'isCoAuthor';

/** How a save ended (AUR-005). `taken`: another author has the name, and nothing was saved: a save would merge them. */
export type AuthorSaved =
  | { readonly kind: 'updated' | 'merged'; readonly author: Author }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'taken' };

/** The fields of an author as the form begins. */
export function fieldsOf({ name, asin, description }: Author): AuthorFields {
  return { name, asin: asin ?? '', description: description ?? '' };
}

/** The form of an author as the server gave him, with the names of those who wrote books with him. */
export function valuesOf(author: AuthorDetail): AuthorValues {
  const own = fold(author.name);
  const names = (author.libraryItems?.items ?? []).flatMap(({ media }) =>
    media.metadata.authorName.split(',').map((name) => fold(name.trim())),
  );
  const coAuthors = [...new Set(names)].filter((name) => name !== '' && name !== own);
  return { ...fieldsOf(author), author, coAuthors, agreedMerge: '' };
}

/** Only what is another one now (AUR-003, VAL-077): an empty text clears it. */
export function changesOf({ author, ...values }: AuthorValues): Body<'authors.update'> {
  const saved = fieldsOf(author);
  const change = (field: keyof AuthorFields) => {
    const value = values[field].trim();
    return value === saved[field].trim() ? {} : { [field]: field === 'name' || value !== '' ? value : null };
  };
  return { ...change('name'), ...change('asin'), ...change('description') };
}

export const hasChanges = (values: AuthorValues): boolean => Object.keys(changesOf(values)).length > 0;

/**
 * The form after the server took over what a provider knows. What was typed stays where the provider changed nothing.
 */
export function afterMatch(values: AuthorValues, author: Author): AuthorFields {
  const [before, after] = [fieldsOf(values.author), fieldsOf(author)];
  const field = (key: keyof AuthorFields) => (after[key] === before[key] ? values[key] : after[key]);
  return { name: field('name'), asin: field('asin'), description: field('description') };
}

/** By ASIN, else by name; null without either (AUR-013, VAL-076). */
export function matchOf(
  { name, asin }: Pick<AuthorFields, 'name' | 'asin'>,
  provider: string,
): Body<'authors.match'> | null {
  const region = regionOf(provider);
  if (asin.trim() !== '') return { asin: asin.trim(), region };
  return name.trim() === '' ? null : { q: name.trim(), region };
}

/** The region that an Audible provider names (`audible.uk`); us by default (API-045). */
export function regionOf(provider: string): string {
  return /^audible\.(.+)$/.exec(provider)?.[1] ?? 'us';
}

/** An http or https address (AUR-010, VAL-075). */
export const isImageUrl = (url: string): boolean => /^https?:/i.test(url.trim());

/** Whether another author of the library has this name. */
async function isTaken(api: Api, { id, libraryId }: Author, name: string, signal: AbortSignal): Promise<boolean> {
  const { authors } = await api.call(getFilterData, { libraryId }, signal);
  return authors.some((other) => other.id !== id && other.name === name);
}

/**
 * Name, ASIN and description. A name of a co-author is not sent: it ends the server (server facts 2); one of another
 * author only after a person agreed to merge the two. Nothing is sent without changes.
 */
export const authorForm = form<AuthorValues, AuthorProblem, AuthorSaved>('fields', {
  check: ({ name, coAuthors }) => {
    if (name.trim() === '') return { name: 'nameMissing' };
    return coAuthors.includes(fold(name.trim())) ? { name: 'isCoAuthor' } : {};
  },
  save: async (api, values, signal) => {
    if (!hasChanges(values)) return { kind: 'unchanged' };
    const change = changesOf(values);
    const { name } = change;
    if (name !== undefined && name !== values.agreedMerge && (await isTaken(api, values.author, name, signal)))
      return { kind: 'taken' };
    const { author, merged, updated } = await api.call(updateAuthor, { id: values.author.id, change }, signal);
    if (merged) return { kind: 'merged', author };
    return updated ? { kind: 'updated', author } : { kind: 'unchanged' };
  },
});

export interface ImageValues {
  readonly id: string;
  readonly url: string;
}

/** The address of a picture, which the server fetches. */
export const imageForm = form<ImageValues, 'invalidUrl', Author>('image', {
  check: ({ url }) => (isImageUrl(url) ? {} : { url: 'invalidUrl' }),
  save: async (api, { id, url }, signal) => (await api.call(setAuthorImage, { id, url: url.trim() }, signal)).author,
});
