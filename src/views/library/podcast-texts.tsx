import type { ReactNode } from 'react';
import texts from '../../locales/podcast-en-us.json';
import { WithTexts } from '../texts/with-texts.tsx';

/** Gives the texts about downloads and editing of episodes. */
export function PodcastTexts({ children }: { children: ReactNode }) {
  return <WithTexts texts={texts}>{children}</WithTexts>;
}
