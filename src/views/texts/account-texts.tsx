import type { ReactNode } from 'react';
import texts from '../../locales/account-en-us.json';
import { WithTexts } from './with-texts.tsx';

/** Texts for screens after sign-in, and public links. */
export function AccountTexts({ children }: { children: ReactNode }) {
  return <WithTexts texts={texts}>{children}</WithTexts>;
}
