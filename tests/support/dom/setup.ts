import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { installMissing } from './missing.ts';

installMissing(window);
// Code of views comes in chunks, and a busy machine takes its time to load them.
configure({ asyncUtilTimeout: 5000 });

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});
