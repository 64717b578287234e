import { authorize } from '../../../src/services/endpoints/auth.ts';
import { getAuthor } from '../../../src/services/endpoints/authors.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { listItems } from '../../../src/services/endpoints/libraries.ts';
import { getLibrarySeries, listNarrators, listSeries } from '../../../src/services/endpoints/library-lists.ts';
import { getCollection, getPlaylist } from '../../../src/services/endpoints/media-lists.ts';
import { getMe, getProgress } from '../../../src/services/endpoints/me.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { begunProgress } from '../../support/item-fixtures.ts';
import { collectionBody, playlistBody } from '../../support/list-fixtures.ts';
import { authorBody, listedSeriesBody, pageBody, seriesBody } from '../../support/people-fixtures.ts';
import { recording } from '../../support/recordings.ts';

/** The library of books of the recordings. */
export const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';

const signedIn = recording('auth/login-root').response.body as { user: object };
const { results } = recording('libraries/items-final-minified').response.body as {
  results: { id: string; media?: { numTracks?: number } }[];
};
const withTracks = results.find(({ media }) => (media?.numTracks ?? 0) > 0);

/** The signed-in user, with these parts of the account changed. */
export function answerAccount({ api }: FakePorts, changed: object): void {
  const user = { ...signedIn.user, ...changed };
  api.answer(authorize, { ...signedIn, user });
  api.answer(getMe, user);
}

/** Data for the pages: this item, in progress, on a shelf with one book, and one of everything else. */
export function answerPages(ports: FakePorts, item: object): void {
  const { api } = ports;
  answerAccount(ports, { mediaProgress: [begunProgress()] });
  api.answer(listItems, pageBody([withTracks]));
  api.answer(getItem, item);
  api.answer(getProgress, begunProgress());
  api.answer(getLibrarySeries, seriesBody);
  api.answer(listSeries, pageBody([listedSeriesBody]));
  api.answer(getAuthor, authorBody);
  api.answer(listNarrators, recording('libraries/narrators').response.body);
  api.answer(getCollection, collectionBody);
  api.answer(getPlaylist, playlistBody);
}
