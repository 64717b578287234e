import { wholeBook } from './item-fixtures.ts';

const [first] = wholeBook.libraryFiles.items;
if (!first) throw new Error('The fixture has no files');

/** A picture in the folder of a book, of so many bytes. */
export const pictureFile = (ino: string, size = 1000, changedAt = 1) => ({
  ...first,
  ino,
  fileType: 'image' as const,
  metadata: {
    ...first.metadata,
    filename: `${ino}.jpg`,
    relPath: `${ino}.jpg`,
    path: `/b/${ino}.jpg`,
    size,
    mtimeMs: changedAt,
  },
});

/** A book with these files in its folder. */
export const bookWith = (...items: (typeof first)[]) =>
  ({ ...wholeBook, libraryFiles: { ...wholeBook.libraryFiles, items } }) as typeof wholeBook;
