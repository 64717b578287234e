export type Engine = 'chromium' | 'firefox' | 'webkit';

export function programOf(...names: readonly string[]): string | null;
export function findFirefox(): { readonly program: string; readonly sound: string | null } | null;
export function findWebkit(): { readonly driver: string; readonly browser: string; readonly screen: string } | null;
export const ENGINES: Readonly<Record<Engine, { readonly find: () => object | null; readonly get: string }>>;
