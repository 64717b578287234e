import { useSelector } from '@xstate/react';
import { selectIsSettled } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { Chunk } from '../ui/chunk.tsx';

/** Loads parts of the player once it sounds and the browser is idle: before the sound they would delay it. */
export function usePreloaded(...parts: readonly Pick<Chunk<never>, 'preloadWhenFree'>[]): void {
  if (useSelector(useActorRefOf('player'), selectIsSettled)) for (const part of parts) void part.preloadWhenFree();
}
