import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AppException } from '../../../src/schemas/app-error.ts';
import { Crash } from '../../../src/views/app/crash.tsx';

const shown = (cause: unknown) => {
  const { container, unmount } = render(<Crash cause={cause} />);
  const texts = [screen.getByText(/^Error /).textContent, container.querySelector('pre')?.textContent];
  const start = screen.getByRole('link').getAttribute('href');
  unmount();
  return { texts, start };
};

test('the error page shows 500 and “Unknown error” for an error without details, and leads to the start (RTE-034 to RTE-036, ERR-078, ERR-011)', () => {
  for (const cause of [undefined, null, {}, new Error(''), '']) {
    expect(shown(cause)).toEqual({ texts: ['Error 500', 'Unknown error'], start: document.baseURI });
  }
});

test('the error page shows status and text of the error', () => {
  const answer = new AppException({ kind: 'server', status: 503, message: 'Being updated' });
  expect(shown(answer).texts).toEqual(['Error 503', answer.message]);
  expect(shown(new TypeError('x is not a function')).texts).toEqual(['Error 500', 'x is not a function']);
  expect(shown('words').texts).toEqual(['Error 500', 'words']);
});
