import { act, screen, within } from '@testing-library/react';
import type { AppRef } from '../../../src/machines/app/app.machine.ts';
import type { PlayPreview } from '../../../src/machines/playback/player/player.protocol.ts';
import type { FakePorts } from '../fakes/ports.ts';
import { BOOK } from '../player-fixtures.ts';

/** How long the player waits for its first sound before it renders. */
const LATE_MS = 250;

/** Plays the book of the fixtures, whose sound is late; returns the bar that renders before it. */
export async function pressPlay({ app, ports }: { app: AppRef; ports: FakePorts }, preview?: PlayPreview) {
  act(() => app.system.get('player').send({ type: 'player.play', ...BOOK, ...(preview && { preview }) }));
  act(() => ports.clock.advance(LATE_MS));
  return within(await screen.findByRole('region', { name: 'Player' }));
}
