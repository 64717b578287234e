import type { ReactNode } from 'react';
import texts from '../../locales/account-en-us.json';
import { WithTexts } from './with-texts.tsx';

/** Gives the texts of what comes after sign-in, and of a public link. */
export function AccountTexts({ children }: { children: ReactNode }) {
  return <WithTexts texts={texts}>{children}</WithTexts>;
}
