import { chunk } from '../ui/chunk.tsx';

export const openSigns = chunk(async () => (await import('./open-signs.tsx')).OpenSigns);
