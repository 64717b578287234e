import { useMemo, type ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import texts from '../../locales/podcast-en-us.json';

/** Gives the texts about downloads and editing of episodes, which come with the code that needs them. */
export function PodcastTexts({ children }: { children: ReactNode }) {
  const messages = useMessages();
  const all = useMemo(() => ({ ...messages, ...texts }), [messages]);
  return (
    <IntlProvider locale={useLocale()} messages={all}>
      {children}
    </IntlProvider>
  );
}
