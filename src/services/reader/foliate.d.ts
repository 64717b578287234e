declare module 'foliate-js/mobi.js' {
  export interface FoliateEntry {
    readonly label?: string | null;
    readonly href: string;
    readonly subitems?: readonly FoliateEntry[] | null;
  }

  /** A chapter; without `createDocument` it has nothing to show. `size` in bytes. */
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
    resolveHref(href: string): FoliateTarget | undefined | Promise<FoliateTarget | undefined>;
    splitTOCHref(href: string): readonly [index: number, place: unknown];
    destroy(): void;
  }

  /** The older kind: one HTML text, with pictures by number. */
  export interface Mobi6Book extends FoliateBook {
    /** Gives pictures and sounds of a chapter addresses that a browser can load. */
    replaceResources(doc: Document): Promise<void>;
  }

  /** The newer kind (KF8): XHTML, with parts at `kindle:` addresses. */
  export interface Kf8Book extends FoliateBook {
    /** `pre-paginated`: each chapter is a page of its own size. Lengths in CSS pixels, as text. */
    readonly rendition?: {
      readonly layout: string;
      readonly viewport: { readonly width?: string; readonly height?: string };
    };
    /** The text with addresses that a browser can load. */
    replaceResources(text: string): Promise<string>;
    /** A part; beside it, when it is a drawing with pictures in it, that drawing. */
    loadResourceBlob(address: string): Promise<readonly [blob: Blob, drawing: Element | null]>;
  }

  export class MOBI {
    constructor(options: { unzlib: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array> });
    open(file: Blob): Promise<Mobi6Book | Kf8Book>;
  }
}

declare module 'foliate-js/epubcfi.js' {
  /** Steps to a place; of a range: to what its ends have in common, and from there. */
  export type Parsed = Step[][] | { readonly parent: Step[][]; readonly start: Step[][]; readonly end: Step[][] };
  export interface Step {
    readonly index: number;
  }

  export const isCFI: RegExp;
  export function parse(cfi: string): Parsed;
  export function fromRange(range: Range): string;
  export function toRange(doc: Document, parts: Parsed): Range;
  export function joinIndir(...cfis: string[]): string;
  export const fake: { fromIndex(index: number): string; toIndex(parts: Step[] | undefined): number };
}
