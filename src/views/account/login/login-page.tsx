import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectLogin } from '../../../machines/app/app.selectors.ts';
import type { LoginRef } from '../../../machines/account/auth/login.machine.ts';
import { selectFirstUser, selectLoginView, selectOffer } from '../../../machines/account/auth/login.logic.ts';
import { errorText } from '../../texts/error-text.ts';
import { PageTitle } from '../../texts/page-title.tsx';
import { Button } from '../../ui/button.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { OfflineState } from '../../ui/empty-state.tsx';
import { Field, controlClass } from '../../ui/field.tsx';
import { Logo, PlainFrame } from '../../ui/app-frame.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import { useApp } from '../../app/actors-context.tsx';
import { LoginForm } from './login-form.tsx';

/** Takes its room from the start, so that the form above, which is centred, does not move when it comes. */
const languageSelect = chunk(
  async () => (await import('../../shared/language-select.tsx')).LanguageSelect,
  <Field id="" label={'\u00a0'} className="invisible">
    <span className={controlClass}>{'\u00a0'}</span>
  </Field>,
);
const mosaic = chunk(async () => (await import('./mosaic.tsx')).Mosaic);
const firstUserForm = chunk(async () => (await import('./first-user-form.tsx')).FirstUserForm);

/** `onPrefetch`: sign-in is likely soon. */
export function LoginPage({ onPrefetch }: { onPrefetch: () => void }) {
  const t = useTranslations();
  const login = useSelector(useApp(), selectLogin);
  const view = useSelector(login, (snapshot) => snapshot && selectLoginView(snapshot));
  const title = t(view === 'firstUser' ? 'firstUser.title' : 'login.title');
  return (
    <PlainFrame
      behind={<mosaic.View />}
      className="grid-cols-[minmax(0,24rem)] content-center justify-center gap-7 px-5 py-10 phone:content-start"
    >
      <PageTitle title={title} />
      <header className="flex items-center gap-3.5">
        <Logo size={56} />
        <p className="text-3xl font-semibold tracking-tight">{t('app.name')}</p>
      </header>
      {login && (
        <div onFocus={onPrefetch} className="flex flex-col gap-5">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          <LoginBody login={login} />
          <languageSelect.View />
        </div>
      )}
    </PlainFrame>
  );
}

function LoginBody({ login }: { login: LoginRef }) {
  const t = useTranslations();
  const view = useSelector(login, selectLoginView);
  const { error } = useSelector(login, selectOffer);
  const firstUser = useSelector(login, selectFirstUser);
  const retry = () => login.send({ type: 'login.retry' });
  switch (view) {
    case 'checking':
      return <Spinner label={t('login.checking')} />;
    case 'unreachable':
      return (
        <OfflineState
          message={t('app.unreachable')}
          detail={error && errorText(t, error)}
          retryLabel={t('common.retry')}
          onRetry={retry}
        />
      );
    case 'firstUser':
      return firstUser ? <firstUserForm.View login={login} firstUser={firstUser} /> : null;
    case 'form':
      return <LoginForm login={login} />;
    case 'leaving':
      return (
        <div className="flex flex-col items-start gap-4">
          <Spinner label={t('login.leaving')} />
          <Button onClick={retry}>{t('common.cancel')}</Button>
        </div>
      );
  }
}
