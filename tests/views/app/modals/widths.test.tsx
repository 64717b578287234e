import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ModalsEvent } from '../../../../src/machines/app/modals/modals.protocol.ts';
import { modals } from '../../../../src/machines/app/modals/registry.ts';
import { getAuthor } from '../../../../src/services/endpoints/authors.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listLibraryCollections, listLibraryPlaylists } from '../../../../src/services/endpoints/library-lists.ts';
import { getEpisode } from '../../../../src/services/endpoints/podcasts.ts';
import { loadModalView } from '../../../../src/views/app/modals/modal-views.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody } from '../../../support/item-fixtures.ts';
import { listOf } from '../../../support/list-fixtures.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';

takeOutUnbuiltPage();

type Opened = Extract<ModalsEvent, { type: 'modals.open' }>;
type Modal = { [Name in Opened['modal']]: Pick<Extract<Opened, { modal: Name }>, 'modal' | 'input'> }[Opened['modal']];

const items = [{ libraryItemId: 'a', episodeId: null }];
const about = { entityType: 'item', entityId: 'a', name: 'A', feed: null, hasEpisodesWithoutPubDate: false } as const;

/** The modals that the layout hosts (BAR-039) whose width the specification names, in CSS pixels. */
const MODALS: readonly (readonly [string, Modal, number])[] = [
  ['item edit (CON-072, CON-073)', { modal: 'itemEdit', input: { itemId: bookBody.id, title: 'A', list: [] } }, 800],
  [
    'add to collection (CON-074)',
    { modal: 'addToList', input: { kind: 'collection', libraryId: 'l', items, title: null } },
    500,
  ],
  [
    'add to playlist (CON-075)',
    { modal: 'addToList', input: { kind: 'playlist', libraryId: 'l', items, title: null } },
    500,
  ],
  ['collection edit (CON-076)', { modal: 'editList', input: { list: listOf(['a']), mayRemove: true } }, 700],
  [
    'playlist edit (CON-077)',
    { modal: 'editList', input: { list: listOf(['a'], { kind: 'playlist' }), mayRemove: true } },
    700,
  ],
  [
    'podcast episode edit (CON-078)',
    { modal: 'editEpisode', input: { libraryItemId: 'p', episodeId: 'e', title: 'E', list: [] } },
    800,
  ],
  ['author edit (CON-079)', { modal: 'editAuthor', input: { authorId: 'a', name: 'A' } }, 800],
  [
    'batch quick match (CON-080)',
    { modal: 'quickMatch', input: { ids: ['a'], libraryId: 'l', mediaType: 'book' } },
    500,
  ],
  ['RSS feed (CON-063)', { modal: 'rssFeed', input: about }, 600],
  ['share (CON-064)', { modal: 'shareLink', input: { title: 'A', mediaItemId: 'm', share: null, position: 0 } }, 600],
  ['confirm prompt (CON-066)', { modal: 'confirm', input: { message: { text: 'Sure?' }, type: 'yesNo' } }, 500],
];

/** Those that are at most 650 px high. */
const TALL: readonly string[] = ['itemEdit', 'editEpisode'];

// The client's chunks load with this file, before the tests.
await Promise.all(MODALS.flatMap(([, { modal }]) => [loadModalView(modal), modals[modal]()]));

test.each(MODALS)(
  'the modal %s opens over any page, as wide as it should be (BAR-039)',
  async (_name, modal, width) => {
    const { app } = openClient(UNBUILT.path, {
      prepare({ api }) {
        // Their content is still loading.
        for (const endpoint of [getAuthor, getEpisode, getItem, listLibraryCollections, listLibraryPlaylists])
          api.defer(endpoint);
      },
    });
    await screen.findByText(UNBUILT.title, { selector: 'h1' });
    act(() => app.system.get('modals').send({ type: 'modals.open', tag: 't', ...modal }));
    const { style } = await vi.waitFor(() => {
      const dialog = document.querySelector<HTMLElement>('[role="dialog"]');
      if (!dialog) throw new Error('no dialog');
      return dialog;
    });
    expect(style.maxWidth).toBe(`${width / 16}rem`);
    expect(style.maxHeight.startsWith('min(40.625rem,')).toBe(TALL.includes(modal.modal));
  },
);
