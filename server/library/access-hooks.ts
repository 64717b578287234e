import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { canSeeItem, canSeeLibrary } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { param } from '../http/input.ts';
import type { Library } from '../store/libraries.repo.ts';
import type { User } from '../store/users.repo.ts';
import type { ItemAccess } from '../items/items.types.ts';

/** The library of the request: 404 when unknown, 403 when the user may not see it. */
export function libraryOf(ctx: ServerContext, request: FastifyRequest): Library {
  const library = ctx.store.libraries.byId(param(request, 'id'));
  if (!canSeeLibrary(request.user, param(request, 'id'))) throw fail(403);
  if (!library) throw fail(404, 'Library not found');
  return library;
}

/** An item that a user may see; undefined for an unknown one as for a hidden one. */
export function itemInSight(ctx: Pick<ServerContext, 'items'>, user: User, id: string): ItemAccess | undefined {
  const access = ctx.items.access(id);
  return access && canSeeItem(user, access) ? access : undefined;
}

/** The item of the request: 404 when unknown, 403 when the user may not see it. */
export function itemAccessOf(ctx: ServerContext, request: FastifyRequest): ItemAccess {
  const access = ctx.items.access(param(request, 'id'));
  if (!access) throw fail(404);
  if (!canSeeItem(request.user, access)) throw fail(403);
  return access;
}
