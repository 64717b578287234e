import type { Author } from '../../schemas/api/author.ts';
import { listAuthors } from '../../services/endpoints/library-lists.ts';
import { letters } from '../windowed-list/letter-source.ts';
import { windowedList, type ListSource } from '../windowed-list/list-source.ts';
import { toAuthorsInput, type AuthorsQuery } from './authors-query.logic.ts';

const source: ListSource<Author, AuthorsQuery> = {
  loadPage: async (api, query, number, signal, limit) => {
    const { results, total } = await api.call(listAuthors, toAuthorsInput(query, number, limit), signal);
    return { items: results, total };
  },
  merge: (shown, update) => ({ ...shown, ...update, numBooks: update.numBooks ?? shown.numBooks }),
};

export const authorList = windowedList(source);
export const authorLetters = letters({
  list: source,
  nameOf: ({ name, lastFirst }, { sort }) => (sort === 'lastFirst' && lastFirst) || name,
});
