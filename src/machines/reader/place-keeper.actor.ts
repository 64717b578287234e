import { fromCallback } from 'xstate';
import type { Place } from '../../services/reader/engine.ts';
import { getPorts } from '../app/ports.ts';
import { findNamed, getUserId } from '../app/system.ts';
import { placesOf, withPlace } from './places.logic.ts';

export type KeeperCommand =
  /** This browser remembers it at once. */
  | { type: 'keeper.note'; place: Place }
  /** The account gets what was noted last. */
  | { type: 'keeper.save' };

export interface KeeperInput {
  readonly itemId: string;
  readonly ino: string;
  readonly isMain: boolean;
}

/**
 * Keeps the place in an ebook file. What was noted and not saved is saved when this ends, however that comes. Only the
 * main ebook has a place in the account.
 */
export const placeKeeper = fromCallback<KeeperCommand, KeeperInput>(({ input, receive, system }) => {
  const { clock, storage } = getPorts(system);
  const { itemId, ino, isMain } = input;
  const stored = placesOf(getUserId(system));
  let noted: Place | null = null;
  const save = () => {
    if (noted === null) return;
    const { location, share } = noted;
    noted = null;
    if (!isMain) return;
    const media = { libraryItemId: itemId, episodeId: null };
    findNamed(system, 'progress')?.send({ type: 'progress.read', media, location, share });
  };
  receive((command) => {
    if (command.type === 'keeper.save') return save();
    const { place } = command;
    noted = place;
    const { location, share } = place;
    storage.write(stored, withPlace(storage.read(stored) ?? [], { itemId, ino, location, share, at: clock.now() }));
  });
  return save;
});
