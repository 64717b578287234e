import { chunk } from './chunk.tsx';

/** The code of menus. It loads while pointer or focus is on a button that has one, or at the first press. */
export const menu = chunk(async () => (await import('./menu.tsx')).Menu);
