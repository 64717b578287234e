import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectLogin } from '../../machines/app/app.selectors.ts';
import type { LoginRef } from '../../machines/auth/login.machine.ts';
import { selectFirstUser, selectLoginForm, selectLoginView } from '../../machines/auth/login.selectors.ts';
import { errorText } from '../texts/error-text.ts';
import { PageTitle } from '../texts/page-title.tsx';
import { Button } from '../ui/button.tsx';
import { OfflineState } from '../ui/empty-state.tsx';
import { Logo } from '../ui/logo.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useApp } from '../app/actors-context.tsx';
import { FirstUserForm } from './first-user-form.tsx';
import { LoginForm } from './login-form.tsx';

/** The way in (areas 2). `onWarm`: somebody is about to sign in, so that the frame's code can come meanwhile. */
export function LoginPage({ onWarm }: { onWarm: () => void }) {
  const t = useTranslations();
  const login = useSelector(useApp(), selectLogin);
  const view = useSelector(login, (snapshot) => snapshot && selectLoginView(snapshot));
  const title = t(view === 'firstUser' ? 'firstUser.title' : 'login.title');
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh grid-cols-[minmax(0,24rem)] content-center justify-center gap-6 bg-surface-0 px-5 py-10 text-ink outline-none phone:content-start">
      <PageTitle title={title} />
      <header className="flex items-center gap-2.5">
        <Logo size={32} />
        <p className="text-xl font-semibold tracking-tight">{t('app.name')}</p>
      </header>
      {login && (
        <div onFocus={onWarm} className="flex flex-col gap-5">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          <LoginBody login={login} />
        </div>
      )}
    </main>
  );
}

function LoginBody({ login }: { login: LoginRef }) {
  const t = useTranslations();
  const view = useSelector(login, selectLoginView);
  const { error } = useSelector(login, selectLoginForm);
  const firstUser = useSelector(login, selectFirstUser);
  const retry = () => login.send({ type: 'login.retry' });
  switch (view) {
    case 'checking':
      return <Spinner label={t('login.checking')} />;
    case 'unreachable':
      return <OfflineState message={t('app.unreachable')} detail={error && errorText(t, error)} retryLabel={t('common.retry')} onRetry={retry} />;
    case 'firstUser':
      return firstUser ? <FirstUserForm login={login} firstUser={firstUser} /> : null;
    case 'form':
      return <LoginForm login={login} />;
    case 'leaving':
      return (
        <div className="flex flex-col items-start gap-4">
          <Spinner label={t('login.leaving')} />
          <Button onClick={retry}>{t('login.stay')}</Button>
        </div>
      );
  }
}
