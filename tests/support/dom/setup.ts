import { act, cleanup, configure, getConfig } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { afterEach } from 'vitest';
import { installMissing } from './missing.ts';

installMissing(window);
// Code of views comes in chunks, and a busy machine takes its time to load them.
configure({ asyncUtilTimeout: 5000 });

// React listens to the actors of a view a moment after the view is drawn, and `findBy` may answer in between: a press
// would be drawn after the line that looks at it. A draw of another root ends that moment for all.
const { asyncWrapper } = getConfig();
const otherRoot = createRoot(document.createElement('div'));
configure({
  asyncWrapper: async (wait) => {
    const result = await asyncWrapper(wait);
    act(() => otherRoot.render(null));
    return result;
  },
});

// All files of a worker share one page: what one test leaves there would be the start of the next.
afterEach(() => {
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  cleanup();
  document.body.replaceChildren();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
