import { useMemo, type ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import texts from '../../locales/add-podcast-en-us.json';

/** Brings the texts about adding podcasts, which load with their pages and modals. */
export function WithTexts({ children }: { children: ReactNode }) {
  const messages = useMessages();
  const all = useMemo(() => ({ ...messages, ...texts }), [messages]);
  return (
    <IntlProvider locale={useLocale()} messages={all}>
      {children}
    </IntlProvider>
  );
}
