import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { IntlProvider } from 'use-intl';
import { type Screen as ScreenName, selectScreen } from '../../machines/app/app.selectors.ts';
import messages from '../../locales/en-us.json';
import { useApp } from './actors-context.tsx';
import { Crash } from './crash.tsx';
import { chunk } from '../ui/chunk.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Overlays } from './overlays.tsx';

const shell = chunk(async () => (await import('./shell.tsx')).Shell);
const loginPage = chunk(async () => (await import('../login/login-page.tsx')).LoginPage);
const sharedScreen = chunk(async () => (await import('./plain-screens.tsx')).SharedScreen);
const signingOutScreen = chunk(async () => (await import('./plain-screens.tsx')).SigningOutScreen);

const CODE = { blank: null, login: loginPage, shared: sharedScreen, frame: shell, signingOut: signingOutScreen } satisfies Record<ScreenName, unknown>;

/** Loads the code of a screen, so that drawing it does not have to wait. */
export function loadScreen(screen: ScreenName): Promise<unknown> {
  return CODE[screen]?.preload() ?? Promise.resolve();
}

/**
 * What the root machine's state looks like: the frame for an account, the way in for a visitor. Each comes
 * in its own chunk; until it is there the window shows its background and nothing else.
 */
export function App() {
  return (
    <ErrorBoundary fallback={(cause) => <Crash cause={cause} />}>
      <IntlProvider locale="en-us" messages={messages} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
        <Suspense fallback={null}>
          <Screen />
        </Suspense>
        <Overlays />
      </IntlProvider>
    </ErrorBoundary>
  );
}

function Screen() {
  const screen = useSelector(useApp(), selectScreen);
  switch (screen) {
    case 'blank':
      return null;
    case 'login':
      return <loginPage.View onWarm={shell.preload} />;
    case 'shared':
      return <sharedScreen.View />;
    case 'frame':
      return <shell.View />;
    case 'signingOut':
      return <signingOutScreen.View />;
  }
}
