import type { ReactNode } from 'react';
import texts from '../../locales/item-edit-en-us.json';
import { WithTexts } from '../texts/with-texts.tsx';

/** Gives the texts of the modal that edits an item. */
export function ItemEditTexts({ children }: { children: ReactNode }) {
  return <WithTexts texts={texts}>{children}</WithTexts>;
}
