import { afterEach, expect, test } from 'vitest';
import { collateIn, compareTexts } from '../../src/locales/collation.ts';
import { shownNarrators } from '../../src/machines/browse/narrators/narrators.logic.ts';
import { podcastsOf } from '../../src/machines/browse/episodes/latest-filter.logic.ts';

afterEach(() => collateIn('en-us'));

test.each([
  ['en-us', ['Älva', 'Book 2', 'book 10', 'Zoo']],
  ['de', ['Älva', 'Book 2', 'book 10', 'Zoo']],
  ['sv', ['Book 2', 'book 10', 'Zoo', 'Älva']],
])('lists follow the order of %s', (language, expected) => {
  collateIn(language);
  expect(['Zoo', 'book 10', 'Älva', 'Book 2'].toSorted(compareTexts)).toEqual(expected);
});

test('narrators and podcasts follow a switch at once', () => {
  const narrators = ['Zetterström', 'Åberg'].map((name) => ({ id: name, name, numBooks: 1 }));
  const names = () => shownNarrators(narrators, { sort: 'name', isDescending: false }, '').map(({ name }) => name);
  const podcasts = () =>
    podcastsOf(
      narrators.map(({ id, name }) => ({ libraryItemId: id, podcast: { metadata: { title: name } } })) as never,
    ).map(({ title }) => title);
  expect(names()).toEqual(['Åberg', 'Zetterström']);
  expect(podcasts()).toEqual(['Åberg', 'Zetterström']);
  collateIn('sv');
  expect(names()).toEqual(['Zetterström', 'Åberg']);
  expect(podcasts()).toEqual(['Zetterström', 'Åberg']);
});
