declare module 'foliate-js/mobi.js' {
  export interface FoliateEntry {
    readonly label?: string | null;
    readonly href: string;
    readonly subitems?: readonly FoliateEntry[] | null;
  }

  export interface FoliateSection {
    readonly size?: number;
    load?(): Promise<string>;
    createDocument?(): Promise<Document>;
  }

  export interface FoliateTarget {
    readonly index: number;
    anchor(doc: Document): Element | null;
  }

  interface FoliateBook {
    readonly sections: readonly FoliateSection[];
    readonly toc?: readonly FoliateEntry[] | null;
    readonly dir?: string;
    readonly metadata?: { readonly language?: string | readonly string[] };
    resolveHref(href: string): FoliateTarget | undefined | Promise<FoliateTarget | undefined>;
    splitTOCHref(href: string): readonly [index: number, place: unknown];
    destroy(): void;
  }

  export interface Mobi6Book extends FoliateBook {
    replaceResources(doc: Document): Promise<void>;
  }

  export interface Kf8Book extends FoliateBook {
    readonly rendition?: {
      readonly layout: string;
      readonly viewport: { readonly width?: string; readonly height?: string };
    };
    replaceResources(text: string): Promise<string>;
    loadResourceBlob(address: string): Promise<readonly [blob: Blob, drawing: Element | null]>;
  }

  export class MOBI {
    constructor(options: { unzlib: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array> });
    open(file: Blob): Promise<Mobi6Book | Kf8Book>;
  }
}

declare module 'foliate-js/epubcfi.js' {
  /** Steps to a place; of a range: to the common parent of its ends, and from there. */
  export type Parsed = Step[][] | { readonly parent: Step[][]; readonly start: Step[][]; readonly end: Step[][] };
  export interface Step {
    readonly index: number;
  }

  export const isCFI: RegExp;
  export function parse(cfi: string): Parsed;
  export function fromRange(range: Range): string;
  export function toRange(doc: Document, parts: Parsed): Range;
  export function collapse(cfi: string): string;
  export function joinIndir(...cfis: string[]): string;
  export const fake: { fromIndex(index: number): string; toIndex(parts: Step[] | undefined): number };
}
