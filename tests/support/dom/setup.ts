import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { installMissing } from './missing.ts';

installMissing(window);

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});
