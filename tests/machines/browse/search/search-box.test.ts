import { fromPromise, fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { searchBoxMachine } from '../../../../src/machines/browse/search/search-box.machine.ts';
import {
  selectCodeFailed,
  selectHasFocus,
  selectIsOpen,
} from '../../../../src/machines/browse/search/search.selectors.ts';
import { searchMachine } from '../../../../src/machines/browse/search/search.machine.ts';
import { searchLibrary } from '../../../../src/services/endpoints/library-lists.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const libraries = (currentId: string | null) => fromTransition((state) => state, { currentId });

function open(currentId: string | null = 'books', logic = searchBoxMachine) {
  const host = createHost(logic, {
    input: { userId: 'u', route: { name: 'library', libraryId: 'books' } },
    named: { router: null, libraries: libraries(currentId) },
  });
  const box = () => host.subject.getSnapshot();
  const search = () => box().context.ref?.getSnapshot();
  return { ...host, box, search };
}

test('text typed while the code of the search loads is searched', async () => {
  const { subject, search, box } = open();
  subject.send({ type: 'search.open' });
  subject.send({ type: 'search.type', text: 'du' });
  subject.send({ type: 'search.type', text: 'dune' });
  await vi.waitFor(() => expect(box().matches({ open: 'ready' })).toBe(true));
  expect(search()?.context).toMatchObject({ libraryId: 'books', text: 'dune' });
  expect(search()?.value).toBe('typing');
});

test('its key opens it, and only where there is a library (SRC-001, BAR-003)', () => {
  const first = open();
  expect(first.ports.hotkeys.press('/', { shift: true })).toBe(true);
  expect(selectIsOpen(first.box())).toBe(true);
  expect(first.box().context.requested).toBe(1);
  const second = open(null);
  expect(second.ports.hotkeys.press('/')).toBe(false);
  expect(selectIsOpen(second.box())).toBe(false);
});

test('Enter leads to the page of all results, keeps the text, and closes the box', async () => {
  const { subject, box, search, receivedBy, ports } = open();
  subject.send({ type: 'search.submit' });
  expect(receivedBy('router')).toEqual([]);
  subject.send({ type: 'search.type', text: ' war & peace ' });
  await vi.waitFor(() => expect(box().matches({ open: 'ready' })).toBe(true));
  subject.send({ type: 'search.submit' });
  expect(receivedBy('router')).toEqual([
    { type: 'router.go', to: { name: 'librarySearch', libraryId: 'books', q: 'war & peace' } },
  ]);
  expect([selectIsOpen(box()), box().context.text]).toEqual([false, ' war & peace ']);
  expect(search()?.context.recent).toEqual(['war & peace']);
  expect(ports.storage.texts.get('earmark.searches.u')).toBe('["war & peace"]');
});

test('opening a result empties the box, and keeps the search text', async () => {
  const { subject, box, search } = open();
  subject.send({ type: 'search.type', text: 'dune' });
  await vi.waitFor(() => expect(box().matches({ open: 'ready' })).toBe(true));
  subject.send({ type: 'search.follow' });
  expect([selectIsOpen(box()), box().context.text]).toEqual([false, '']);
  expect(search()?.context.recent).toEqual(['dune']);
});

test('on the page of results it has their text, elsewhere nothing', () => {
  const { subject, box } = open();
  subject.send({ type: 'search.open' });
  subject.send({ type: 'search.placeChanged', route: { name: 'librarySearch', libraryId: 'books', q: 'dune' } });
  expect([selectIsOpen(box()), box().context.text]).toEqual([false, 'dune']);
  subject.send({ type: 'search.placeChanged', route: { name: 'index' } });
  expect(box().context.text).toBe('');
});

test('a change of the library reaches the shown results; those of a closed box are dropped', async () => {
  const { subject, box, search, ports } = open();
  ports.api.answer(searchLibrary, recording('libraries/search-all-kinds').response.body);
  const requested = () => ports.api.inputsOf(searchLibrary).length;
  subject.send({ type: 'search.type', text: 'dune' });
  await vi.waitFor(() => expect(box().matches({ open: 'ready' })).toBe(true));
  ports.clock.advance(750);
  await vi.waitFor(() => expect(search()?.value).toEqual({ searching: 'shown' }));
  subject.send({ type: 'search.markOutdated' });
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(requested()).toBe(2));
  subject.send({ type: 'search.close' });
  subject.send({ type: 'search.markOutdated' });
  expect([search()?.value, box().context.text]).toEqual(['empty', 'dune']);
  ports.clock.advance(60_000);
  expect(requested()).toBe(2);
});

test('code that failed to load is reported, and reloaded by a press; the typed text is searched', async () => {
  let tries = 0;
  const loadSearch = fromPromise(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('no chunk')) : Promise.resolve(searchMachine);
  });
  const { subject, box, search } = open('books', searchBoxMachine.provide({ actors: { loadSearch } }));
  subject.send({ type: 'search.open' });
  expect([box().hasTag('busy'), selectCodeFailed(box())]).toEqual([true, false]);
  await vi.waitFor(() => expect(selectCodeFailed(box())).toBe(true));
  subject.send({ type: 'search.type', text: 'dune' });
  expect([box().value, search()]).toEqual([{ open: 'failed' }, undefined]);
  subject.send({ type: 'search.retry' });
  expect(box().value).toEqual({ open: 'loading' });
  await vi.waitFor(() => expect(box().value).toEqual({ open: 'ready' }));
  expect([tries, search()?.context.text]).toEqual([2, 'dune']);
  subject.send({ type: 'search.close' });
  subject.send({ type: 'search.open' });
  expect([box().value, tries]).toEqual([{ open: 'ready' }, 2]);
});

describe('a box that is ready', () => {
  async function ready() {
    const page = open();
    page.ports.storage.put('earmark.searches.u', '["dune","emma"]');
    page.subject.send({ type: 'search.type', text: '' });
    expect(selectIsOpen(page.box())).toBe(true);
    await vi.waitFor(() => expect(page.box().matches({ open: 'ready' })).toBe(true));
    return page;
  }

  test('passes on typing, choices and retries', async () => {
    const { subject, box, search, ports } = await ready();
    subject.send({ type: 'search.type', text: 'du' });
    expect([box().context.text, search()?.context.text, search()?.value]).toEqual(['du', 'du', 'typing']);
    ports.api.refuseOnce(searchLibrary, { kind: 'network' });
    subject.send({ type: 'search.choose', text: 'emma' });
    expect([box().context.text, search()?.context.text, search()?.value]).toEqual([
      'emma',
      'emma',
      { searching: 'fetching' },
    ]);
    await vi.waitFor(() => expect(search()?.value).toEqual({ searching: 'failed' }));
    ports.api.answer(searchLibrary, recording('libraries/search-all-kinds').response.body);
    subject.send({ type: 'search.retry' });
    expect(box().value).toEqual({ open: 'ready' });
    await vi.waitFor(() => expect(search()?.value).toEqual({ searching: 'shown' }));
    expect(ports.api.inputsOf(searchLibrary)).toHaveLength(2);
  });

  test('keeps its row when its key is pressed again', async () => {
    const { ports, box, search } = await ready();
    box().context.ref?.send({ type: 'search.move', step: 'next' });
    ports.hotkeys.press('/');
    expect([box().context.requested, box().value, search()?.context.active]).toEqual([1, { open: 'ready' }, 0]);
  });

  test.each([
    ['closed from within', { type: 'search.close' }, true],
    ['left for a result', { type: 'search.follow' }, false],
    ['left for the page of all results', { type: 'search.submit' }, false],
    ['left for another place', { type: 'search.placeChanged', route: { name: 'index' } }, false],
  ] as const)('that is %s has the focus as it should', async (_name, event, stays) => {
    const { subject, box } = await ready();
    subject.send({ type: 'search.type', text: 'dune' });
    subject.send({ type: 'search.close' });
    expect(selectHasFocus(box())).toBe(true);
    subject.send({ type: 'search.open' });
    subject.send(event);
    expect([selectIsOpen(box()), selectHasFocus(box())]).toEqual([false, stays]);
  });
});

test('the text of a page of results is in the box from the start, and searched for when it opens', async () => {
  const { subject, box, search } = open();
  subject.send({ type: 'search.placeChanged', route: { name: 'librarySearch', libraryId: 'books', q: 'emma' } });
  subject.send({ type: 'search.open' });
  await vi.waitFor(() => expect(search()?.context.text).toBe('emma'));
  expect(box().value).toEqual({ open: 'ready' });
});
