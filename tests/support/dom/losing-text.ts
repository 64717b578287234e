import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';

/** A press outside the open dialog closes it, but not with more text than at first in its field of this name. */
export async function expectNothingTypedIsLost(name: string) {
  const pressOutside = () => userEvent.click(document.querySelector('.bg-scrim') as HTMLElement);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name });
  const before = field.value;
  await userEvent.type(field, 'x');
  await pressOutside();
  expect(field.value).toBe(`${before}x`);
  await userEvent.type(field, '{Backspace}');
  await pressOutside();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
}
