import type { Page } from 'playwright/test';

/**
 * Resolves when the server's events come through: what happens before that no client can hear of. Call it before the
 * page is opened.
 */
export function becomesLive(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (payload.toString().startsWith('42["init"')) resolve();
      });
    });
  });
}
