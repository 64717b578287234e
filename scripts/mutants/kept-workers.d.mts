export function readAgain(files: readonly string[]): void;
export const keptWorkers: { readonly name: string; configureVitest(context: { readonly project: object }): void };
