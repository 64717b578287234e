import type { ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import texts from '../../locales/podcasts-en-us.json';

/** Brings the texts about adding podcasts, which load with their pages and modals. */
export function WithTexts({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale={useLocale()} messages={{ ...useMessages(), ...texts }}>
      {children}
    </IntlProvider>
  );
}
