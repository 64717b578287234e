import type { ServerApi } from './demo.ts';

/** Seconds that the server counted for this item, over all its sessions. */
export async function countedSeconds(api: ServerApi, itemId: string): Promise<number> {
  const { sessions } = (await api.call('GET', '/api/me/listening-sessions?itemsPerPage=100')) as {
    sessions: { libraryItemId: string; timeListening: number }[];
  };
  return sessions
    .filter(({ libraryItemId }) => libraryItemId === itemId)
    .reduce((sum, { timeListening }) => sum + timeListening, 0);
}

/** The server's position in this book, in seconds. */
export async function savedTime(api: ServerApi, itemId: string): Promise<number> {
  return ((await api.call('GET', `/api/me/progress/${itemId}`)) as { currentTime: number }).currentTime;
}
