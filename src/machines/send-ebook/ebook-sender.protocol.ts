/** The main ebook of a book, and where it is to go. */
export interface EbookToSend {
  readonly libraryItemId: string;
  readonly title: string;
  /** `epub`, `pdf` …: what the question names. */
  readonly format: string;
  /** Name of the device. */
  readonly device: string;
}

export type EbookSenderCommand =
  /** Asks, then sends. */
  | { type: 'ebook.send'; ebook: EbookToSend }
  /** Sends what a person has agreed to before. */
  | { type: 'ebook.retry'; ebook: EbookToSend };
