/** Books of a large library. */
export const LARGE: number;
/** The folder with data and media of that many books; created when missing. */
export function libraryTemplate(count: number): Promise<string>;
