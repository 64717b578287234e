import { useSelector } from '@xstate/react';
import { ChartColumn, History, Keyboard, LogOut } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/account-page.json';
import type { AccountRef } from '../../../machines/admin/account/account.machine.ts';
import { selectOwnDevices } from '../../../machines/admin/account/account.logic.ts';
import { HELP_KEY, KEYS_MENU } from '../../../machines/kit/keys.logic.ts';
import { selectUser } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { DeviceList } from '../../shared/device-list.tsx';
import { LanguageSelect } from '../../shared/language-select.tsx';
import { PageTitle } from '../../texts/page-title.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { Heading } from '../../ui/heading.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { PasswordSection } from './password-section.tsx';

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Account />
    </WithTexts>
  );
}

function Account() {
  const t = useTranslations('pages');
  const devices = useSelector(usePageRef<AccountRef>(), selectOwnDevices);
  return (
    <PageInset className="mx-auto flex max-w-3xl flex-col gap-8 pt-4 pb-8">
      <PageTitle title={t('account')} />
      <Heading level={1}>{t('account')}</Heading>
      <Who />
      <Appearance />
      <PasswordSection />
      {devices && <DeviceList devices={devices} />}
    </PageInset>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <Heading level={2} looksLike={3} id={id}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

function Who() {
  const t = useTranslations('accountPage');
  const session = useActorRefOf('session');
  const menus = useActorRefOf('menus');
  const user = useSelector(session, selectUser);
  const linkTo = useLinkTo();
  if (user === null) return null;
  return (
    <div role="group" aria-label={t('account')} className="flex flex-col gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 rounded-lg bg-surface-1 px-4 py-3 text-sm">
        <dt className="text-ink-2">{t('username')}</dt>
        <dd className="wrap-anywhere">
          <bdi>{user.username}</bdi>
        </dd>
        <dt className="text-ink-2">{t('type')}</dt>
        <dd>{t(`types.${user.type}`)}</dd>
      </dl>
      <div className="flex flex-wrap gap-2">
        <LinkButton {...linkTo({ name: 'configStats' })} icon={<ChartColumn size={18} />}>
          {t('stats')}
        </LinkButton>
        <LinkButton {...linkTo({ name: 'accountSessions' })} icon={<History size={18} />}>
          {t('sessions')}
        </LinkButton>
        <Button
          icon={<Keyboard size={18} />}
          aria-keyshortcuts={HELP_KEY}
          onClick={() => menus.send({ type: 'menus.open', id: KEYS_MENU })}
        >
          {t('keys')}
        </Button>
        <Button
          icon={<LogOut size={18} className="rtl:-scale-x-100" />}
          onClick={() => session.send({ type: 'session.signOut' })}
        >
          {t('signOut')}
        </Button>
      </div>
    </div>
  );
}

function Appearance() {
  const t = useTranslations('accountPage');
  const preferences = useActorRefOf('preferences');
  const theme = useSelector(preferences, ({ context }) => context.theme);
  return (
    <Section title={t('appearance')}>
      <div className="flex flex-wrap items-start gap-x-10 gap-y-4 rounded-lg bg-surface-1 px-4 py-3">
        <div>
          <SegmentedControl
            label={t('theme')}
            value={theme}
            segments={[
              { value: 'system', label: t('themeSystem') },
              { value: 'light', label: t('themeLight') },
              { value: 'dark', label: t('themeDark') },
            ]}
            onChange={(value) => preferences.send({ type: 'preferences.set', change: { theme: value } })}
          />
          <p className="pt-1.5 text-xs text-ink-2">{t('themeHelp')}</p>
        </div>
        <LanguageSelect />
      </div>
    </Section>
  );
}
