import { fromCallback } from 'xstate';
import { getPorts } from '../app/ports.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import { placesOf, settledPlaces } from '../reader/places.logic.ts';

/** The account has this place of an ebook, or a newer one. */
export type OwedCommand = { type: 'owed.settled'; media: MediaRef; location: string };

/**
 * A place of an ebook that the account has not got. `at` in ms; `over` is the place that the account had before it;
 * `share` 0..1.
 */
export interface OwedReport {
  readonly type: 'owed.due';
  readonly media: MediaRef;
  readonly location: string;
  readonly share: number;
  readonly at: number;
  readonly over: string | null;
}

/** Tells the places in ebooks that this browser owes the account: at the start, and when the server answers again. */
export const owedPlaces = fromCallback<OwedCommand, { userId: string }>(({ input, receive, sendBack, system }) => {
  const { api, storage } = getPorts(system);
  if (input.userId === '') return;
  const stored = placesOf(input.userId);
  const tellAll = () => {
    for (const { itemId, location, share, at, owed } of storage.read(stored) ?? []) {
      if (!owed) continue;
      const media = { libraryItemId: itemId, episodeId: null };
      sendBack({ type: 'owed.due', media, location, share, at, over: owed.over } satisfies OwedReport);
    }
  };
  let isReached = true;
  const end = api.onReach((reached) => {
    if (reached && !isReached) tellAll();
    isReached = reached;
  });
  receive(({ media, location }) => {
    const all = storage.read(stored) ?? [];
    if (all.some((place) => place.owed)) storage.write(stored, settledPlaces(all, media.libraryItemId, location));
  });
  tellAll();
  return end;
});
