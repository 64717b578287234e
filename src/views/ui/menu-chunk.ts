import { chunk } from './chunk.tsx';

/** Loads while pointer or focus is on a button with a menu, or at the first press. */
export const menu = chunk(async () => (await import('./menu.tsx')).Menu);
