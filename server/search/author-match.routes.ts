import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { authorMatch } from '../../src/schemas/requests/items.ts';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { canSeeLibrary, requirePermission } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param } from '../http/input.ts';
import { authorsIn, type AuthorRow } from '../items/authors.repo.ts';
import { storePicture } from '../items/pictures.ts';
import { downloadPicture } from '../library/download-picture.ts';
import { announceAuthor } from '../library/name-events.ts';
import { authorJson, seenAuthor } from '../library/query/authors.ts';
import { createAsk, foundBy } from './ask.ts';
import { findAuthor } from './audnexus.ts';

/** `POST /api/authors/:id/match`: text, picture and ASIN of an author, by name or ASIN. */
export function registerAuthorMatch(app: FastifyInstance, ctx: ServerContext): void {
  const { database } = ctx.store;
  const imageDir = path.join(metadataDir(ctx.config), 'authors');

  const pictureOf = (author: AuthorRow, url: string): Promise<string | null> =>
    downloadPicture(ctx, url)
      .then((bytes) => storePicture(bytes, imageDir, author.id))
      .catch((cause: unknown) => {
        ctx.log.warn('Match', `The picture "${url}" cannot be used: ${messageOf(cause)}`);
        return author.imagePath;
      });

  app.post('/api/authors/:id/match', { preHandler: requirePermission('update') }, async (request) => {
    const author = authorsIn(database).byId(param(request, 'id'));
    if (!author) throw fail(404);
    if (!canSeeLibrary(request.user, author.libraryId)) throw fail(403);
    if (!seenAuthor(database, request.user, author.id)) throw fail(404);
    const { q, asin: knownAsin, region } = readBody(request, authorMatch);
    const wanted = { name: q ?? '', asin: knownAsin ?? '' };
    const services = ctx.config.searchServices;
    const [found] = await foundBy((onFailure) =>
      findAuthor(createAsk(ctx, onFailure), services, wanted, region || 'us'),
    );
    if (!found) throw fail(404, 'Author not found');
    const asin = found.asin || author.asin;
    const description = found.description || author.description;
    const needsPicture = found.image !== null && (author.imagePath === null || asin !== author.asin);
    const imagePath = needsPicture && found.image !== null ? await pictureOf(author, found.image) : author.imagePath;
    const updated = asin !== author.asin || description !== author.description || imagePath !== author.imagePath;
    if (!updated) return { updated, author: authorJson(author) };
    const next = authorsIn(database).change(author.id, { asin, description, imagePath });
    if (!next) throw fail(404);
    announceAuthor(ctx, 'author_updated', next);
    return { updated, author: authorJson(next) };
  });
}
