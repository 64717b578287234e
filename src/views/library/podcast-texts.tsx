import type { ReactNode } from 'react';
import texts from '../../locales/podcast-en-us.json';
import { WithTexts } from '../texts/with-texts.tsx';

export function PodcastTexts({ children }: { children: ReactNode }) {
  return <WithTexts texts={texts}>{children}</WithTexts>;
}
