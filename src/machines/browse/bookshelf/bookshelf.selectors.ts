import type { SnapshotFrom } from 'xstate';
import type { bookshelfMachine } from './bookshelf.machine.ts';

type BookshelfSnapshot = SnapshotFrom<typeof bookshelfMachine>;

export const selectList = ({ context }: BookshelfSnapshot) => context.list;
export const selectLetters = ({ context }: BookshelfSnapshot) => context.letters;
export const selectQuery = ({ context }: BookshelfSnapshot) => context.query;
export const selectFilterMenu = ({ context }: BookshelfSnapshot) => context.filterMenu;
