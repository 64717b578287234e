import type { Mark } from '../../src/schemas/marks.ts';
import type { MarksInput } from '../../src/machines/reader/marks.logic.ts';
import type { TextSelection } from '../../src/services/reader/engine.ts';

export const markedBook: MarksInput = {
  itemId: 'item',
  ino: '77',
  fileName: 'Emma.epub',
  format: 'epub',
  title: 'Emma',
  author: 'Jane Austen',
};

export const markOf = (changes: Partial<Mark> = {}): Mark => ({
  id: 'a',
  kind: 'highlight',
  userId: 'u',
  itemId: 'item',
  ino: '77',
  fileName: 'Emma.epub',
  target: 'epubcfi(/6/4!/4/2,/1:0,/1:5)',
  share: 0.2,
  page: null,
  chapter: 'One',
  text: 'handsome, clever, and rich',
  colour: 'yellow',
  note: '',
  createdAt: 1000,
  ...changes,
});

export const selectionOf = (changes: Partial<TextSelection> = {}): TextSelection => ({
  target: 'epubcfi(/6/4!/4/8,/1:0,/1:9)',
  text: 'very little to distress',
  share: 0.4,
  chapter: 'Two',
  x: 40,
  y: 300,
  isLow: true,
  ...changes,
});
