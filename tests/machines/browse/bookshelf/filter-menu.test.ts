import { expect, test } from 'vitest';
import {
  filterMenuMachine,
  type FilterMenuEvent,
} from '../../../../src/machines/browse/bookshelf/filter-menu.machine.ts';
import { createHost } from '../../../support/host.ts';

const enter = (group: string): FilterMenuEvent => ({ type: 'filterMenu.enter', group });
const search = (text: string): FilterMenuEvent => ({ type: 'filterMenu.search', text });
const back: FilterMenuEvent = { type: 'filterMenu.back' };

/** State, group and search text of a fresh menu after these events. */
function after(...events: readonly FilterMenuEvent[]) {
  const { subject } = createHost(filterMenuMachine);
  for (const event of events) subject.send(event);
  const { value, context } = subject.getSnapshot();
  return { state: value, ...context };
}

test('the menu shows the groups first', () => {
  expect(after()).toEqual({ state: 'groups', group: '', search: '' });
});

test('a group opens its values, without a search yet', () => {
  expect(after(enter('authors'))).toEqual({ state: 'values', group: 'authors', search: '' });
});

test('the search text is kept as it is typed', () => {
  expect(after(enter('authors'), search('d'), search(' Doyle '))).toEqual({
    state: 'values',
    group: 'authors',
    search: ' Doyle ',
  });
});

test('the search box can be emptied', () => {
  expect(after(enter('authors'), search('d'), search(''))).toEqual({ state: 'values', group: 'authors', search: '' });
});

test('back shows the groups', () => {
  expect(after(enter('authors'), back).state).toBe('groups');
});

test.each(['tags', 'authors'])('after going back, entering %s begins with an empty search', (group) => {
  expect(after(enter('authors'), search('doyle'), back, enter(group))).toEqual({ state: 'values', group, search: '' });
});

test('a second press on a group, or on another one while values load, changes nothing', () => {
  expect(after(enter('authors'), search('d'), enter('authors'), enter('tags'))).toEqual({
    state: 'values',
    group: 'authors',
    search: 'd',
  });
});

test('going back twice stays at the groups, and typing there is not remembered', () => {
  expect(after(enter('authors'), back, back, search('late'), enter('tags'))).toEqual({
    state: 'values',
    group: 'tags',
    search: '',
  });
  expect(after(search('early'))).toEqual({ state: 'groups', group: '', search: '' });
});

test('it opens at its start, whatever it showed before', () => {
  expect(after(enter('authors'), search('doyle'), { type: 'filterMenu.reset' })).toEqual({
    state: 'groups',
    group: '',
    search: '',
  });
  expect(after({ type: 'filterMenu.reset' }).state).toBe('groups');
});
