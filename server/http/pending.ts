import type { FastifyInstance } from 'fastify';

/** Calls of the contract that no area answers yet. Remove a line when its route is registered. */
const pending = `
GET /api/libraries/:id/matchall
POST /api/items/batch/quickmatch
POST /api/items/:id/match
GET /api/items/:id/ffprobe/:fileid
POST /api/authors/:id/match
GET /api/search/books
GET /api/search/covers
GET /api/search/podcast
GET /api/search/authors
GET /api/search/chapters
`;

/** Answers what is not there yet with 501 and a text that says so. */
export function registerPending(app: FastifyInstance): void {
  for (const line of pending.trim().split('\n')) {
    const [method = '', url = ''] = line.split(' ');
    app.route({ method, url, handler: async (_request, reply) => reply.code(501).type('text/html; charset=utf-8').send(`${line} is not available on this server`) });
  }
}
