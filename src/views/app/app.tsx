import { useSelector } from '@xstate/react';
import { IntlProvider } from 'use-intl';
import { type Screen as ScreenName, selectScreen } from '../../machines/app/app.selectors.ts';
import messages from '../../locales/en-us.json';
import { LoginPage } from '../login/login-page.tsx';
import { ChunkFailure, chunk } from '../ui/chunk.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useApp } from './actors-context.tsx';
import { Crash } from './crash.tsx';
import { Incomplete } from './incomplete.tsx';
import { Overlays, loadOverlays } from './overlays.tsx';

const shell = chunk(async () => (await import('./shell.tsx')).Shell);
const sharedScreen = chunk(async () => (await import('./plain-screens.tsx')).SharedScreen);
const signingOutScreen = chunk(async () => (await import('./plain-screens.tsx')).SigningOutScreen);

const CODE = { blank: null, login: null, shared: sharedScreen, frame: shell, signingOut: signingOutScreen } satisfies Record<ScreenName, unknown>;

/** Loads the code of a screen, so that drawing it does not have to wait. */
export function loadScreen(screen: ScreenName): Promise<unknown> {
  return Promise.all([CODE[screen]?.preload(), screen === 'frame' && loadOverlays()]);
}

/**
 * What the root machine's state looks like: the way in for a visitor, and for an account the frame, which comes in a
 * chunk of its own. Until it is there the window shows its background and nothing else.
 */
export function App() {
  return (
    <ErrorBoundary fallback={(cause) => <Crash cause={cause} />}>
      <IntlProvider locale="en-us" messages={messages}>
        <ChunkFailure value={<Incomplete />}>
          <Screen />
          <Overlays />
        </ChunkFailure>
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
      return <LoginPage onWarm={shell.preload} />;
    case 'shared':
      return <sharedScreen.View />;
    case 'frame':
      return <shell.View />;
    case 'signingOut':
      return <signingOutScreen.View />;
  }
}
