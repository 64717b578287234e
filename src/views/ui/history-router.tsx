import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Router } from 'react-router-dom';

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly key: string;
}

/** `current()` returns the same object until the address changes. */
export interface LinkHistory {
  readonly current: () => { readonly location: Place };
  readonly subscribe: (listener: () => void) => () => void;
  readonly push: (to: string | Partial<Place>) => void;
  readonly replace: (to: string | Partial<Place>) => void;
  readonly go: (delta: number) => void;
  readonly createHref: (to: string | Partial<Place>) => string;
}

export function HistoryRouter({
  history,
  basePath,
  children,
}: {
  history: LinkHistory;
  basePath: string;
  children: ReactNode;
}) {
  const { location } = useSyncExternalStore(history.subscribe, history.current);
  return (
    <Router navigator={history} location={location} basename={basePath || '/'}>
      {children}
    </Router>
  );
}
