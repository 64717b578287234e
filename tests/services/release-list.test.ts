import { afterEach, expect, test, vi } from 'vitest';
import { RELEASES_URL } from '../../src/schemas/release.ts';
import { fetchReleases } from '../../src/services/release-list.ts';

afterEach(() => void vi.unstubAllGlobals());

test('the public list of releases is read with tag, day and text, and sends nothing of the account (API-051)', async () => {
  const fetched = vi.fn<typeof fetch>(() =>
    Promise.resolve(
      Response.json([{ tag_name: 'v2.26.0', published_at: '2025-07-01T00:00:00Z', body: '# Notes', draft: false }]),
    ),
  );
  vi.stubGlobal('fetch', fetched);
  const { signal } = new AbortController();
  expect(await fetchReleases(RELEASES_URL, signal)).toEqual([
    { tag_name: 'v2.26.0', published_at: '2025-07-01T00:00:00Z', body: '# Notes' },
  ]);
  expect(fetched.mock.calls).toEqual([[RELEASES_URL, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' }]]);
});

test('a refusal of the list fails with its reason', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 500 })));
  await expect(fetchReleases(RELEASES_URL, new AbortController().signal)).rejects.toMatchObject({
    error: { kind: 'server', status: 500 },
  });
});
