import { act, cleanup, configure, getConfig } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { afterEach } from 'vitest';
import { installMissing } from './missing.ts';

installMissing(window);
// Code of views loads in chunks, which takes time on a busy machine.
configure({ asyncUtilTimeout: 5000 });

// React subscribes to a view's actors a moment after its render, and `findBy` may answer in between: a press
// would render after the line that checks it. Rendering another root ends that moment for all.
const { asyncWrapper } = getConfig();
const otherRoot = createRoot(document.createElement('div'));
configure({
  asyncWrapper: async (wait) => {
    const result = await asyncWrapper(wait);
    act(() => otherRoot.render(null));
    return result;
  },
});

// All files of a worker share one page: leftovers of one test would be the start of the next.
afterEach(() => {
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  cleanup();
  document.body.replaceChildren();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
