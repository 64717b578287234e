import { useMemo, type ComponentType, type ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import texts from '../../locales/account-en-us.json';

interface WithTextsProps {
  /** Sections of the catalogue, by name. */
  texts: Readonly<Record<string, unknown>>;
  children: ReactNode;
}

/** Adds texts that load with their code. */
export function WithTexts({ texts, children }: WithTextsProps) {
  const messages = useMessages();
  const all = useMemo(() => ({ ...messages, ...texts }), [messages, texts]);
  return (
    <IntlProvider locale={useLocale()} messages={all}>
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
