import type { ITokenizer } from 'strtok3';

/** Exports that the package has only for Node. */
declare module 'strtok3' {
  export function fromFile(path: string): Promise<ITokenizer>;
}
