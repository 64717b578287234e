/** Books of a large library. */
export const LARGE: number;
/** The folder with data and media of that many books; made where it is not there yet. */
export function libraryTemplate(count: number): Promise<string>;
