import type { SnapshotFrom } from 'xstate';
import type { MediaProgress } from '../../../schemas/api/progress.ts';
import type { Shelf } from '../../../schemas/api/shelf.ts';
import type { homeMachine } from './home.machine.ts';
import { continueItemOf, shelvesBelow, startTimeOf } from './continue-item.logic.ts';
import { packShelves } from './shelves.logic.ts';

type HomeSnapshot = SnapshotFrom<typeof homeMachine>;

function memoised<Source extends object, Result>(derive: (source: Source) => Result): (source: Source) => Result {
  const known = new WeakMap<Source, Result>();
  return (source) => {
    const found = known.get(source);
    if (found !== undefined) return found;
    const result = derive(source);
    known.set(source, result);
    return result;
  };
}

const below = memoised((shelves: readonly Shelf[]) => packShelves(shelvesBelow(shelves)));
const continueItem = memoised(continueItemOf);

export function selectHomeState(snapshot: HomeSnapshot): 'loading' | 'failed' | 'empty' | 'filled' {
  if (snapshot.matches('loading')) return 'loading';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.matches({ shown: { content: 'empty' } }) ? 'empty' : 'filled';
}

export function selectScan(snapshot: HomeSnapshot): 'none' | 'asking' | 'running' {
  if (snapshot.matches({ shown: { content: { empty: 'askingForScan' } } })) return 'asking';
  const isRunning = (['scanning', 'looking'] as const).some((state) =>
    snapshot.matches({ shown: { content: { empty: state } } }),
  );
  return isRunning ? 'running' : 'none';
}

export const selectContinueItem = ({ context }: HomeSnapshot) => continueItem(context.shelves);
export const selectShelfLines = ({ context }: HomeSnapshot) => below(context.shelves);
export const selectHomeError = ({ context }: HomeSnapshot) => context.error;
export const selectLibraryId = ({ context }: HomeSnapshot) => context.libraryId;

/** Seconds; null for the saved position. */
export function movedStartOf(shown: MediaProgress | null) {
  return ({ context }: HomeSnapshot): number | null => startTimeOf(context.movedStart, shown);
}

export const selectContinueChapters = ({ context }: HomeSnapshot) =>
  context.continueItem?.itemId === continueItem(context.shelves)?.item.id
    ? (context.continueItem?.chapters ?? NO_CHAPTERS)
    : NO_CHAPTERS;

const NO_CHAPTERS: readonly [] = [];
