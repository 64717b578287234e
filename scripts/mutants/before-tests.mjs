// Runs after StrykerJS' own preparation: in a thread that is kept the change of the run before is still switched on while
// the modules of this one load.
import { inject } from 'vitest';

if (globalThis.__stryker__ && inject('mutantActivation') !== 'static') globalThis.__stryker__.activeMutant = undefined;
