import type { AnyJourney } from '../support/journeys/journey.ts';
import { firstAccountJourney } from './first-account.journey.ts';
import { modalsJourney } from './modals.journey.ts';
import { playerJourney } from './player.journey.ts';
import { progressJourney } from './progress.journey.ts';
import { readerJourney } from './reader.journey.ts';
import { selectionJourney } from './selection.journey.ts';
import { signInJourney } from './sign-in.journey.ts';

export const journeys: readonly AnyJourney[] = [
  signInJourney,
  firstAccountJourney,
  playerJourney,
  progressJourney,
  modalsJourney,
  selectionJourney,
  readerJourney,
];
