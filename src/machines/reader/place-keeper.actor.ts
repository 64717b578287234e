import { fromCallback } from 'xstate';
import type { Place } from '../../services/reader/engine.ts';
import { getPorts } from '../kit/ports.ts';
import { findNamed, getProgress, getUserId } from '../kit/system.ts';
import { placeKey } from '../playback/progress/ebook-places.ts';

export type KeeperCommand = { type: 'keeper.note'; place: Place } | { type: 'keeper.save' };

/** Another device saved a newer place. `share` 0..1. */
export type PlaceReport = { type: 'place.reported'; location: string; share: number };

export interface KeeperInput {
  readonly itemId: string;
  readonly ino: string;
  readonly isMain: boolean;
}

/**
 * Keeps the place in an ebook file. Saves an unsaved one when stopped, unless another device reported a newer one. Only
 * the main file's place is saved in the account.
 */
export const placeKeeper = fromCallback<KeeperCommand, KeeperInput>(({ input, receive, sendBack, system }) => {
  const { clock, journal } = getPorts(system);
  const { itemId, ino, isMain } = input;
  const media = { libraryItemId: itemId, episodeId: null };
  const file = { userId: getUserId(system), itemId, ino };
  const accountPlace = () => {
    const progress = getProgress(system, media);
    const { ebookLocation = null, ebookProgress = null, lastUpdate = 0 } = progress ?? {};
    return { location: ebookLocation, share: ebookProgress ?? 0, lastUpdate };
  };
  let account = accountPlace();
  let noted: Place | null = null;
  let notedAt = 0;
  let sent: string | null = null;
  const save = () => {
    if (noted === null) return;
    const { location, share } = noted;
    noted = null;
    if (!isMain) return;
    sent = location;
    findNamed(system, 'progress')?.send({ type: 'progress.edit', media, edit: { kind: 'read', location, share } });
  };
  const look = () => {
    const known = account;
    const { location, share, lastUpdate } = accountPlace();
    if (lastUpdate <= known.lastUpdate) return;
    account = { location, share, lastUpdate };
    if (location === null || location === known.location || location === sent || lastUpdate <= notedAt) return;
    noted = null;
    sendBack({ type: 'place.reported', location, share } satisfies PlaceReport);
  };
  const watch = isMain ? findNamed(system, 'progress')?.subscribe(look) : null;
  receive((command) => {
    if (command.type === 'keeper.save') return save();
    const { place } = command;
    const { location, share } = place;
    noted = place;
    notedAt = clock.now();
    journal.places.write({ ...file, key: placeKey(file), location, share, at: notedAt });
  });
  return () => {
    watch?.unsubscribe();
    save();
  };
});
