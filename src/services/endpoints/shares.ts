import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import { mediaItemShare } from '../../schemas/api/media-item-share.ts';
import { publicShare } from '../../schemas/api/public-share.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** Administrators. 409 for a slug in use or what is shared already, 400 for missing fields, 404 when unknown. */
export const createShare = defineEndpoint<Body<'shares.create'>>()({
  name: 'shares.create',
  method: 'POST',
  path: () => '/api/share/mediaitem',
  body: (input) => input,
  output: mediaItemShare,
});

/** Administrators. 404 when unknown. */
export const deleteShare = defineEndpoint<{ readonly id: string }>()({
  name: 'shares.delete',
  method: 'DELETE',
  path: ({ id }) => `/api/share/mediaitem/${encodeURIComponent(id)}`,
  output: acknowledgement,
  answer: 'text',
});

/**
 * Anyone: the share, from second `t`; its cookie holds the session that tracks, cover and download need. 404 when
 * unknown or over.
 */
export const getPublicShare = defineEndpoint<{ readonly slug: string; readonly t?: number }>()({
  name: 'shares.public',
  method: 'GET',
  path: ({ slug }) => `/public/share/${encodeURIComponent(slug)}`,
  query: ({ t }) => ({ t }),
  output: publicShare,
  auth: 'none',
});

/** The holder of the cookie; only after {@link getPublicShare}, for an unknown slug is never answered. */
export const savePublicShareProgress = defineEndpoint<Body<'shares.saveProgress'> & { readonly slug: string }>()({
  name: 'shares.saveProgress',
  method: 'PATCH',
  path: ({ slug }) => `/public/share/${encodeURIComponent(slug)}/progress`,
  body: ({ currentTime }) => ({ currentTime }),
  output: acknowledgement,
  answer: 'text',
  auth: 'none',
  timeoutMs: 9_000,
  keepalive: true,
});
