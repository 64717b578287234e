import { z } from '../zod.ts';
import { libraryItemMinified } from './library-item-minified.ts';
import { pageOf } from './page-of.ts';

export const itemsPage = pageOf(libraryItemMinified);
export type ItemsPage = z.output<typeof itemsPage>;
