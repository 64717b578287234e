export interface Texts {
  readonly [key: string]: string | Texts;
}
interface Language {
  readonly name: string;
  readonly english: string;
  readonly direction?: 'rtl';
  readonly pseudo?: true;
  /** Offered although texts are missing. */
  readonly partial?: true;
}
export type Message = string | readonly unknown[];
export const LOCALES: string;
export const ENGLISH: string;
export const languages: Readonly<Record<string, Language>>;
export const areas: readonly string[];
export const translated: readonly string[];
export const pseudo: readonly string[];
export function readTexts(language: string, area: string): Texts;
export function leavesOf(texts: object): [string, string][];
export function mapTexts(texts: Texts, change: (text: string) => unknown): object;
export function compiledTexts(language: string, area: string): object;
export function hashOfTexts(): string;
export function defines(): Record<string, string>;
export function mapLiterals(message: Message, change: (text: string) => string): Message;

interface Parts {
  readonly arguments: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly plurals: readonly { readonly name: string; readonly cases: readonly string[] }[];
  readonly selects: readonly { readonly name: string; readonly cases: readonly string[] }[];
  readonly literals: readonly string[];
}
export function partsOf(message: Message): Parts;
export function noteOf(key: string): { readonly narrow?: true; readonly note?: string };
export function glossaryOf(language: string): { readonly english: string; readonly terms: readonly string[] }[];
export function hasTerm(text: string, english: string): boolean;
export function missingOf(language: string): [string, [string, string][]][];
export function tableOf(): string;
