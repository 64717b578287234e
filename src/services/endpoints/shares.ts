import { acknowledgement } from '../../schemas/api/common.ts';
import { mediaItemShare, publicShare } from '../../schemas/api/share.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** 409 for a slug in use or shared media. */
export const createShare = defineEndpoint<Body<'shares.create'>>()({
  name: 'shares.create',
  method: 'POST',
  path: () => '/api/share/mediaitem',
  body: (input) => input,
  output: mediaItemShare,
});

export const deleteShare = defineEndpoint<{ readonly id: string }>()({
  name: 'shares.delete',
  method: 'DELETE',
  path: ({ id }) => `/api/share/mediaitem/${encodeURIComponent(id)}`,
  output: acknowledgement,
  answer: 'text',
});

/** Its cookie is needed for tracks, cover and download. `t` in seconds. 404 when unknown or expired. */
export const getPublicShare = defineEndpoint<{ readonly slug: string; readonly t?: number }>()({
  name: 'shares.public',
  method: 'GET',
  path: ({ slug }) => `/public/share/${encodeURIComponent(slug)}`,
  query: ({ t }) => ({ t }),
  output: publicShare,
  auth: 'none',
});

/** Only after {@link getPublicShare}: the server never answers for an unknown slug. */
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
