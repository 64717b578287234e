import type { ReactNode } from 'react';
import { IntlProvider, type Messages } from 'use-intl';
import { ENGLISH, translate, type Texts } from '../../locales/catalogue.ts';

interface RootTextsProps {
  readonly texts: Texts;
  /** Default: that of the page. */
  readonly language?: string;
  readonly children: ReactNode;
}

/** The texts that a React root starts with. */
export function RootTexts({ texts, language = document.documentElement.lang, children }: RootTextsProps) {
  return (
    <IntlProvider locale={language || ENGLISH} messages={translate(texts, language) as Messages}>
      {children}
    </IntlProvider>
  );
}
