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

test.each([undefined, null, {}, new Error(''), ''])(
  'the error page shows 500 and “Unknown error” for an error without details: %o (RTE-034, RTE-035, ERR-011)',
  (cause) => {
    expect(shown(cause).texts).toEqual(['Error 500', 'Unknown error']);
  },
);

test('the error page leads to the start (RTE-036)', () => {
  expect(shown(undefined).start).toBe(document.baseURI);
});

test('the error page shows status and text of the error (ERR-078)', () => {
  const answer = new AppException({ kind: 'server', status: 503, message: 'Being updated' });
  expect(shown(answer).texts).toEqual(['Error 503', answer.message]);
  expect(shown(new TypeError('x is not a function')).texts).toEqual(['Error 500', 'x is not a function']);
  expect(shown('words').texts).toEqual(['Error 500', 'words']);
});
