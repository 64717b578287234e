import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { type Chunk, chunk } from '../../../src/views/ui/chunk.tsx';

const Title = ({ text }: { text: string }) => <h1>{text}</h1>;
const seen = vi.fn<() => void>();
function Waiting() {
  seen();
  return <p>waiting</p>;
}

async function draw(code: Chunk<{ text: string }>) {
  seen.mockClear();
  return act(async () => render(<Suspense fallback={<Waiting />}><code.View text="Home" /></Suspense>));
}

test('a chunk that is there is drawn without the fallback', async () => {
  const title = chunk<{ text: string }>(async () => Title);
  await title.preload();
  await draw(title);
  expect(screen.getByRole('heading').textContent).toBe('Home');
  expect(seen).not.toHaveBeenCalled();
});

test('a chunk that is not there shows the fallback, then itself, and stays mounted', async () => {
  let arrive: (view: typeof Title) => void = () => {};
  const load = vi.fn(() => new Promise<typeof Title>((resolve) => { arrive = resolve; }));
  const title = chunk<{ text: string }>(load);
  const { rerender } = await draw(title);
  expect(screen.getByText('waiting')).toBeTruthy();
  await act(async () => arrive(Title));
  const heading = screen.getByRole('heading', { name: 'Home' });
  rerender(<Suspense fallback={<Waiting />}><title.View text="Series" /></Suspense>);
  expect(screen.getByRole('heading')).toBe(heading);
  expect(heading.textContent).toBe('Series');
  expect(load).toHaveBeenCalledOnce();
});

test('a chunk that did not come before its time is asked for again', async () => {
  const load = vi.fn(async () => Title).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const title = chunk<{ text: string }>(load);
  await expect(title.preload()).rejects.toThrow('Failed to fetch');
  await draw(title);
  expect(screen.getByRole('heading').textContent).toBe('Home');
  expect(load).toHaveBeenCalledTimes(2);
});
