export interface EbookToSend {
  readonly libraryItemId: string;
  readonly title: string;
  /** `epub`, `pdf` … */
  readonly format: string;
  readonly device: string;
}

export type EbookSenderCommand =
  { type: 'ebook.send'; ebook: EbookToSend } | { type: 'ebook.retry'; ebook: EbookToSend };
