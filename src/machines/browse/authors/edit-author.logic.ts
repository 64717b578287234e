import type { Author, AuthorDetail } from '../../../schemas/api/author.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import type { Api } from '../../../services/api.ts';
import { setAuthorImage, updateAuthor } from '../../../services/endpoints/authors.ts';
import { getFilterData } from '../../../services/endpoints/libraries.ts';
import { fold } from '../../kit/text.logic.ts';
import { form } from '../../kit/form.machine.ts';

export interface AuthorFields {
  readonly name: string;
  readonly asin: string;
  readonly description: string;
}

export interface AuthorValues extends AuthorFields {
  readonly author: Author;
  readonly coAuthors: readonly string[];
  readonly agreedMerge: string;
}

export type AuthorProblem = 'nameMissing' | 'isCoAuthor';

/** `taken`: another author has the name; nothing was saved, because a save would merge them. */
export type AuthorSaved =
  | { readonly kind: 'updated' | 'merged'; readonly author: Author }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'taken' };

export function fieldsOf({ name, asin, description }: Author): AuthorFields {
  return { name, asin: asin ?? '', description: description ?? '' };
}

export function valuesOf(author: AuthorDetail): AuthorValues {
  const own = fold(author.name);
  const names = (author.libraryItems?.items ?? []).flatMap(({ media }) =>
    media.metadata.authorName.split(',').map((name) => fold(name.trim())),
  );
  const coAuthors = [...new Set(names)].filter((name) => name !== '' && name !== own);
  return { ...fieldsOf(author), author, coAuthors, agreedMerge: '' };
}

/** Only changed fields; an empty text clears one. */
export function changesOf({ author, ...values }: AuthorValues): Body<'authors.update'> {
  const saved = fieldsOf(author);
  const change = (field: keyof AuthorFields) => {
    const value = values[field].trim();
    return value === saved[field].trim() ? {} : { [field]: field === 'name' || value !== '' ? value : null };
  };
  return { ...change('name'), ...change('asin'), ...change('description') };
}

export const hasChanges = (values: AuthorValues): boolean => Object.keys(changesOf(values)).length > 0;

/** Typed text stays where the match changed nothing. */
export function afterMatch(values: AuthorValues, author: Author): AuthorFields {
  const [before, after] = [fieldsOf(values.author), fieldsOf(author)];
  const field = (key: keyof AuthorFields) => (after[key] === before[key] ? values[key] : after[key]);
  return { name: field('name'), asin: field('asin'), description: field('description') };
}

/** By ASIN, else by name; null without either. */
export function matchOf(
  { name, asin }: Pick<AuthorFields, 'name' | 'asin'>,
  provider: string,
): Body<'authors.match'> | null {
  const region = regionOf(provider);
  if (asin.trim() !== '') return { asin: asin.trim(), region };
  return name.trim() === '' ? null : { q: name.trim(), region };
}

/** Region of an Audible provider (`audible.uk`); default us. */
export function regionOf(provider: string): string {
  return /^audible\.(.+)$/.exec(provider)?.[1] ?? 'us';
}

export const isImageUrl = (url: string): boolean => /^https?:/i.test(url.trim());

async function isTaken(api: Api, { id, libraryId }: Author, name: string, signal: AbortSignal): Promise<boolean> {
  const { authors } = await api.call(getFilterData, { libraryId }, signal);
  return authors.some((other) => other.id !== id && other.name === name);
}

/** Never sends a co-author's name: it crashes the server (server facts 2). A merge needs a confirmation. */
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

export const imageForm = form<ImageValues, 'invalidUrl', Author>('image', {
  check: ({ url }) => (isImageUrl(url) ? {} : { url: 'invalidUrl' }),
  save: async (api, { id, url }, signal) => (await api.call(setAuthorImage, { id, url: url.trim() }, signal)).author,
});
