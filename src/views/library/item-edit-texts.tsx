import type { ReactNode } from 'react';
import texts from '../../locales/item-edit-en-us.json';
import { WithTexts } from '../texts/with-texts.tsx';

export function ItemEditTexts({ children }: { children: ReactNode }) {
  return <WithTexts texts={texts}>{children}</WithTexts>;
}
