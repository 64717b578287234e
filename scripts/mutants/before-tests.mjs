// Runs after StrykerJS' own preparation: in a kept thread the change of the previous run is still switched on while the
// modules of this one load.
import { inject } from 'vitest';

if (globalThis.__stryker__ && inject('mutantActivation') !== 'static') globalThis.__stryker__.activeMutant = undefined;
