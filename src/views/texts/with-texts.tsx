import { useMemo, type ComponentType, type ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages, type Messages } from 'use-intl';
import { merged, translate, type Texts } from '../../locales/catalogue.ts';
import texts from '../../locales/en-us/account.json';

interface WithTextsProps {
  /** Sections of the catalogue, by name. */
  texts: Texts;
  children: ReactNode;
}

/** Adds texts that load with their code. */
export function WithTexts({ texts, children }: WithTextsProps) {
  const messages = useMessages();
  const locale = useLocale();
  const all = useMemo(() => merged(messages, translate(texts, locale)) as Messages, [messages, texts, locale]);
  return (
    <IntlProvider locale={locale} messages={all}>
      {children}
    </IntlProvider>
  );
}

/** A view with texts that load with its code. */
export const withTexts = <Props extends object>(texts: WithTextsProps['texts'], View: ComponentType<Props>) =>
  function ViewWithTexts(props: Props) {
    return (
      <WithTexts texts={texts}>
        <View {...props} />
      </WithTexts>
    );
  };

/** Texts for screens after sign-in, and public links. */
export function AccountTexts({ children }: { children: ReactNode }) {
  return <WithTexts texts={texts}>{children}</WithTexts>;
}
