import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

test('a view can use media queries and observers', () => {
  const observer = new ResizeObserver(() => undefined);
  observer.observe(document.body);
  expect(matchMedia('(prefers-color-scheme: dark)').matches).toBe(false);
});

test('a component renders and is found by role', () => {
  render(<button type="button">Play</button>);
  expect(screen.getByRole('button', { name: 'Play' }).tagName).toBe('BUTTON');
});

test('the document keeps nothing of the test before', () => {
  expect(document.body.innerHTML).toBe('');
});
