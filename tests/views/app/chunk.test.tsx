import { act, cleanup, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Chunk, ChunkFailure, ChunkRetry, chunk } from '../../../src/views/ui/chunk.tsx';

const Title = ({ text }: { text: string }) => <h1>{text}</h1>;
const seen = vi.fn<() => void>();
function Waiting() {
  seen();
  return <p>waiting</p>;
}

async function draw(code: Chunk<{ text: string }>) {
  seen.mockClear();
  return act(async () =>
    render(
      <ChunkFailure value="missing">
        <code.View text="Home" />
      </ChunkFailure>,
    ),
  );
}

test('a loaded chunk renders without the fallback', async () => {
  const title = chunk<{ text: string }>(async () => Title, <Waiting />);
  await title.preload();
  await draw(title);
  expect(screen.getByRole('heading').textContent).toBe('Home');
  expect(seen).not.toHaveBeenCalled();
});

test('a pending chunk shows the fallback, then itself, and stays mounted', async () => {
  let arrive: (view: typeof Title) => void = () => {};
  const load = vi.fn(
    () =>
      new Promise<typeof Title>((resolve) => {
        arrive = resolve;
      }),
  );
  const title = chunk<{ text: string }>(load, <Waiting />);
  const { rerender } = await draw(title);
  expect(screen.getByText('waiting')).toBeTruthy();
  await act(async () => arrive(Title));
  const heading = screen.getByRole('heading', { name: 'Home' });
  rerender(
    <ChunkFailure value="missing">
      <title.View text="Series" />
    </ChunkFailure>,
  );
  expect(screen.getByRole('heading')).toBe(heading);
  expect(heading.textContent).toBe('Series');
  expect(load).toHaveBeenCalledOnce();
});

test('a chunk that failed to preload is loaded again', async () => {
  const load = vi.fn(async () => Title).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const title = chunk<{ text: string }>(load);
  await title.preload();
  await draw(title);
  expect(screen.getByRole('heading').textContent).toBe('Home');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a chunk that failed to load loads again when the server is reachable again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn(async () => Title).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const title = chunk<{ text: string }>(load);
  const at = (isReachable: boolean) => (
    <ChunkFailure value="missing">
      <ChunkRetry value={isReachable}>
        <title.View text="Home" />
      </ChunkRetry>
    </ChunkFailure>
  );
  const { container, rerender } = await act(async () => render(at(false)));
  expect(container.textContent).toBe('missing');
  await act(async () => rerender(at(true)));
  expect(screen.getByRole('heading').textContent).toBe('Home');
});

test('a chunk that fails to load shows an error in its place, and loads again only on the next mount', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn(async () => Title).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const title = chunk<{ text: string }>(load);
  const { container } = await draw(title);
  expect(container.textContent).toBe('missing');
  expect(load).toHaveBeenCalledOnce();
  cleanup();
  await draw(title);
  expect(screen.getByRole('heading').textContent).toBe('Home');
});

test('an error of a component does not count as a missing chunk', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = chunk<{ text: string }>(async () => () => {
    throw new RangeError('broken');
  });
  await expect(draw(broken)).rejects.toThrow('broken');
});
