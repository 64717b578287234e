import { chunk } from './chunk.tsx';

/** The code of menus: it comes when pointer or focus is on a button that has one, or at the first press. */
export const menu = chunk(async () => (await import('./menu.tsx')).Menu);
