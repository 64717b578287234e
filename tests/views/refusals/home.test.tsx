import { act, waitFor } from '@testing-library/react';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { listShelves, scanLibrary } from '../../../src/services/endpoints/libraries.ts';
import {
  getProgress,
  hideProgressFromContinueListening,
  hideSeriesFromContinueListening,
} from '../../../src/services/endpoints/me.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { begunProgress, bookBody } from '../../support/item-fixtures.ts';
import { recording } from '../../support/recordings.ts';
import { answerAccount } from './answers.ts';
import { found, menu, NOWHERE, press, refuses, type Refused } from './refused.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/browse/home/home.machine.ts';
import '../../../src/views/browse/home/home-page.tsx';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const HOME = `/library/${BOOKS}`;
/** Items in progress, and their series: the other shelves are slow in jsdom. */
const shelves = (
  recording('libraries/personalized').response.body as {
    entities: { id: string; media: { metadata: { title: string } } }[];
  }[]
)
  .slice(0, 2)
  .map((one) => ({ ...one, entities: one.entities.slice(0, 2) }));
const book = shelves[0]?.entities[1];
if (!book) throw new Error('The recording has no two books in progress');
const second = book;
const shelf = (name: string) =>
  [...document.querySelectorAll('main section')].find(
    (one) => one.querySelector('ul') && one.textContent.includes(name),
  ) ?? NOWHERE;
/** The menu of a card shows while the card has the focus. */
async function hide(name: string, title: string) {
  const link = await waitFor(() => {
    const one = [...shelf(name).querySelectorAll('a')].find(({ textContent }) => textContent.includes(title));
    if (!one) throw new Error('No card');
    return one;
  });
  act(() => link.focus());
  await press(/^More options for /, () => shelf(name));
  await press(/^Remove from shelf$/, menu);
}
const inSeries = shelves[1]?.entities[0]?.media.metadata.title ?? '';

function answers(ports: FakePorts) {
  const { api } = ports;
  answerAccount(ports, {
    mediaProgress: shelves.flatMap(({ entities }) =>
      entities.map(({ id }) => begunProgress({ id, libraryItemId: id })),
    ),
  });
  api.answer(getItem, ({ id }: { id: string }) => ({ ...bookBody, id }));
  api.answer(getProgress, begunProgress({ libraryItemId: second.id }));
  api.answer(listShelves, shelves);
}

const TABLE: Record<string, Refused> = {
  'home: off the shelf': {
    path: HOME,
    endpoint: hideProgressFromContinueListening,
    act: () => hide('Continue listening', second.media.metadata.title),
    says: 'Couldn’t save your change, so it was undone',
    shows: () => shelf('Continue listening').textContent?.includes(second.media.metadata.title),
  },
  'home: a series off the shelf': {
    path: HOME,
    endpoint: hideSeriesFromContinueListening,
    act: () => hide('Continue series', inSeries),
    says: 'Couldn’t save your change, so it was undone',
    shows: () => shelf('Continue series').textContent?.includes(inSeries),
  },
  'home: scan of an empty library': {
    path: HOME,
    prepare: ({ api }) => api.answer(listShelves, []),
    endpoint: scanLibrary,
    act: () => press(/^Scan library$/),
    says: 'Scan failed',
    shows: () => found(/^Scan library$/),
  },
};

refuses(TABLE, answers);
