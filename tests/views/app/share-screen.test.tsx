import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { getPublicShare } from '../../../src/services/endpoints/shares.ts';
import '../../../src/views/app/share-screen.tsx';
import { openClient } from '../../support/dom/client.tsx';
import { recording } from '../../support/recordings.ts';

const share = recording('share/public-get').response.body as { playbackSession: object };

function visit(answer: object | AppError, { signedIn = false } = {}) {
  return openClient('/share/raven-share', {
    signedIn,
    prepare: ({ api }) => {
      if ('kind' in answer) api.refuse(getPublicShare, answer);
      else api.answer(getPublicShare, answer);
    },
  });
}

describe('a public link shows', () => {
  test.each([false, true])(
    'the book and its player, with an account or not (%s), and no account data (AMB-79)',
    async (signedIn) => {
      const { here } = visit(share, { signedIn });
      expect(await screen.findByRole('heading', { level: 1, name: 'The Raven and Other Poems' })).toBeTruthy();
      expect(screen.getByText('Edgar Allan Poe')).toBeTruthy();
      for (const name of ['Play', 'Chapters', 'Sleep timer', 'Previous chapter'])
        expect(screen.getByRole('button', { name })).toBeTruthy();
      expect(screen.queryByRole('button', { name: /Bookmarks/ })).toBe(null);
      expect(screen.queryByRole('button', { name: /Close/ })).toBe(null);
      expect(screen.queryByRole('banner')).toBe(null);
      expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
        '/public/share/raven-share/download',
      );
      expect(document.title).toContain('The Raven and Other Poems');
      expect(here()).toBe('/share/raven-share');
    },
  );

  test('the player settings, without the history, which needs an account', async () => {
    visit(share);
    await userEvent.click(await screen.findByRole('button', { name: 'Player settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Player settings' });
    expect(dialog.textContent).not.toContain('History');
  });

  test('no download where it is not allowed, and a placeholder without a cover', async () => {
    visit({ ...share, isDownloadable: false, playbackSession: { ...share.playbackSession, coverPath: null } });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: 'Download' })).toBe(null);
    expect(document.querySelector('img')).toBe(null);
  });

  test('the text of the server when it has expired (AMB-79)', async () => {
    visit({ kind: 'notFound', message: 'Media item not found or expired' });
    expect(await screen.findByRole('heading', { level: 1, name: 'This link doesn’t work any more' })).toBeTruthy();
    expect(screen.getByText('Media item not found or expired')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null);
  });

  test.each<[string, AppError]>([
    ['the network', { kind: 'network' }],
    ['the server', { kind: 'server', status: 500, message: '' }],
  ])('a retry when %s failed', async (_name, error) => {
    const { ports } = visit(error);
    const again = await screen.findByRole('button', { name: 'Try again' });
    ports.api.answer(getPublicShare, share);
    await userEvent.click(again);
    expect(await screen.findByRole('heading', { level: 1, name: 'The Raven and Other Poems' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  });

  test('that it has no sound', async () => {
    visit({ ...share, playbackSession: { ...share.playbackSession, audioTracks: [] } });
    expect(await screen.findByRole('heading', { name: 'This link has no audio' })).toBeTruthy();
  });
});
