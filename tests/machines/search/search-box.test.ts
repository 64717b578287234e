import { fromTransition } from 'xstate';
import { expect, test, vi } from 'vitest';
import { searchBoxMachine } from '../../../src/machines/search/search-box.machine.ts';
import { selectIsOpen } from '../../../src/machines/search/search-box.selectors.ts';
import { searchLibrary } from '../../../src/services/endpoints/search.ts';
import { createHost } from '../../support/host.ts';
import { recording } from '../../support/recordings.ts';

const libraries = (currentId: string | null) => fromTransition((state) => state, { currentId });

function open(currentId: string | null = 'books') {
  const host = createHost(searchBoxMachine, {
    input: { userId: 'u', route: { name: 'library', libraryId: 'books' } },
    named: { router: null, libraries: libraries(currentId) },
  });
  const box = () => host.subject.getSnapshot();
  const search = () => box().context.ref?.getSnapshot();
  return { ...host, box, search };
}

test('what is typed while the code of the search loads is searched for', async () => {
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
  expect(first.box().context.asked).toBe(1);
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

test('opening a result empties the box, and keeps what was searched for', async () => {
  const { subject, box, search } = open();
  subject.send({ type: 'search.type', text: 'dune' });
  await vi.waitFor(() => expect(box().matches({ open: 'ready' })).toBe(true));
  subject.send({ type: 'search.follow' });
  expect([selectIsOpen(box()), box().context.text]).toEqual([false, '']);
  expect(search()?.context.recent).toEqual(['dune']);
});

test('on the page of results it has what they are of, elsewhere nothing', () => {
  const { subject, box } = open();
  subject.send({ type: 'search.open' });
  subject.send({ type: 'search.placeChanged', route: { name: 'librarySearch', libraryId: 'books', q: 'dune' } });
  expect([selectIsOpen(box()), box().context.text]).toEqual([false, 'dune']);
  subject.send({ type: 'search.placeChanged', route: { name: 'index' } });
  expect(box().context.text).toBe('');
});

test('a change of the library is told to the results that are shown; those of a closed box are forgotten', async () => {
  const { subject, box, search, ports } = open();
  ports.api.answer(searchLibrary, recording('libraries/search-all-kinds').response.body);
  const asked = () => ports.api.inputsOf(searchLibrary).length;
  subject.send({ type: 'search.type', text: 'dune' });
  await vi.waitFor(() => expect(box().matches({ open: 'ready' })).toBe(true));
  ports.clock.advance(750);
  await vi.waitFor(() => expect(search()?.value).toEqual({ searching: 'shown' }));
  subject.send({ type: 'search.markOutdated' });
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(asked()).toBe(2));
  subject.send({ type: 'search.close' });
  subject.send({ type: 'search.markOutdated' });
  expect([search()?.value, box().context.text]).toEqual(['empty', 'dune']);
  ports.clock.advance(60_000);
  expect(asked()).toBe(2);
});
