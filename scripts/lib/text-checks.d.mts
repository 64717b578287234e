export function faultsOf(language: string, key: string, english: string, text: string): string[];
export function categoriesOf(language: string, type?: 'cardinal' | 'ordinal'): ReadonlySet<string>;
