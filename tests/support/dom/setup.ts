import { act, cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { installMissing } from './missing.ts';

installMissing(window);
// Code of views comes in chunks, and a busy machine takes its time to load them.
configure({ asyncUtilTimeout: 5000 });

// All files of a worker share one page: what one test leaves there would be the start of the next.
afterEach(() => {
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  cleanup();
  document.body.replaceChildren();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
