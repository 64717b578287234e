import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { searchLibrary } from '../../../../src/services/endpoints/library-lists.ts';
import { playItem } from '../../../../src/services/endpoints/playback.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody } from '../../../support/item-fixtures.ts';
import { pageBody } from '../../../support/people-fixtures.ts';
import { bookSession } from '../../../support/player-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/browse/search/search.machine.ts';
import '../../../../src/views/browse/search/search-panel.tsx';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const { id } = bookBody;
const { title, authorName } = bookBody.media.metadata;
const [sample] = (
  recording('libraries/items-final-minified').response.body as { results: { media: { metadata: object } }[] }
).results;
const card = {
  ...sample,
  id,
  libraryId: BOOKS,
  media: { ...sample?.media, numTracks: 1, metadata: { ...sample?.media.metadata, title, authorName } },
};

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

describe('the page of a book opened by its card', () => {
  async function press() {
    const client = openClient(`/library/${BOOKS}/bookshelf`, {
      prepare: ({ api }) => {
        api.answer(listItems, pageBody([card]));
        api.answer(playItem, bookSession());
      },
    });
    const answer = client.ports.api.defer(getItem);
    await userEvent.click(await screen.findByRole('link', { name: title }));
    const heading = await screen.findByRole('heading', { level: 1, name: title });
    return { ...client, answer, heading };
  }

  test('has its title, author and a working play button before the server answers, and keeps them', async () => {
    const { answer, heading, ports } = await press();
    expect(screen.getByText(authorName).closest('a')).toBeNull();
    expect(screen.getByText('Loading item…')).toBeTruthy();
    const play = screen.getByRole('button', { name: new RegExp(`: ${title}$`) });
    await userEvent.click(play);
    await waitFor(() => expect(ports.api.inputsOf(playItem)).toMatchObject([{ itemId: id }]));
    answer.resolve(bookBody);
    expect(await screen.findByRole('heading', { level: 2, name: /^Chapters/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: authorName })).toBeTruthy();
    expect([heading.isConnected, play.isConnected, document.activeElement]).toEqual([true, true, play]);
    expect(screen.queryByText('Loading item…')).toBeNull();
  });

  test('renders at once from a search result too', async () => {
    const { ports } = openClient('/account', {
      prepare: ({ api }) => api.answer(searchLibrary, recording('libraries/search-all-kinds').response.body),
    });
    ports.api.defer(getItem);
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search' }), 'c');
    act(() => ports.clock.advance(750));
    const [option] = await screen.findAllByRole('option', { name: /Pride and Prejudice/ });
    if (!option) throw new Error('There is no such result');
    await userEvent.click(option);
    expect(await screen.findByRole('heading', { level: 1, name: /^Pride and Prejudice/ })).toBeTruthy();
    expect(screen.getByText('Loading item…')).toBeTruthy();
  });

  test('reports that the rest failed to load', async () => {
    const { answer } = await press();
    answer.reject(new Error('gone'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Failed to fetch book' })).toBeTruthy();
  });
});
