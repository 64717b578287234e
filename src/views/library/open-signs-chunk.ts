import { chunk } from '../ui/chunk.tsx';

/** Few cards have them: their code comes with the first. */
export const openSigns = chunk(async () => (await import('./open-signs.tsx')).OpenSigns);
