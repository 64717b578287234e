import { acknowledgement } from '../../schemas/api/common.ts';
import { metadataObject, probeResult, scanResult } from '../../schemas/api/item-changes.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const itemPath = (id: string) => `/api/items/${encodeURIComponent(id)}`;

const toolPath = (id: string) => `/api/tools/item/${encodeURIComponent(id)}`;

/** 500 if the file is missing. */
export const scanItem = defineEndpoint<{ readonly id: string }>()({
  name: 'items.scan',
  method: 'POST',
  path: ({ id }) => `${itemPath(id)}/scan`,
  output: scanResult,
  timeoutMs: SLOW_CALL_MS,
});

/** Tags that an embed would write. 400 without audio. */
export const getMetadataObject = defineEndpoint<{ readonly id: string }>()({
  name: 'items.metadataObject',
  method: 'GET',
  path: ({ id }) => `${itemPath(id)}/metadata-object`,
  output: metadataObject,
});

export const probeFile = defineEndpoint<{ readonly id: string; readonly ino: string }>()({
  name: 'items.probe',
  method: 'GET',
  path: ({ id, ino }) => `${itemPath(id)}/ffprobe/${encodeURIComponent(ino)}`,
  output: probeResult,
});

export interface EncodeInput {
  readonly id: string;
  /** `64k`. */
  readonly bitrate?: string;
  /** `aac`, `copy` or `opus`. */
  readonly codec?: string;
  /** `2`. */
  readonly channels?: string;
}

/** Makes one m4b, as a task. 400 for a podcast or while one runs. */
export const encodeM4b = defineEndpoint<EncodeInput>()({
  name: 'tools.encode',
  method: 'POST',
  path: ({ id }) => `${toolPath(id)}/encode-m4b`,
  query: ({ bitrate, codec, channels }) => ({ bitrate, codec, channels }),
  output: acknowledgement,
  answer: 'text',
});

export const cancelEncode = defineEndpoint<{ readonly id: string }>()({
  name: 'tools.cancelEncode',
  method: 'DELETE',
  path: ({ id }) => `${toolPath(id)}/encode-m4b`,
  output: acknowledgement,
  answer: 'text',
});

export interface EmbedOptions {
  readonly forceEmbedChapters?: boolean;
  readonly backup?: boolean;
}

function embedQuery({ forceEmbedChapters, backup }: EmbedOptions) {
  return { forceEmbedChapters: forceEmbedChapters === true ? 1 : undefined, backup: backup === true ? 1 : 0 };
}

/** Writes metadata into the files, as a task. 400 for a podcast or a queued item. */
export const embedMetadata = defineEndpoint<EmbedOptions & { readonly id: string }>()({
  name: 'tools.embed',
  method: 'POST',
  path: ({ id }) => `${toolPath(id)}/embed-metadata`,
  query: embedQuery,
  output: acknowledgement,
  answer: 'text',
});

export const embedMetadataBatch = defineEndpoint<EmbedOptions & { readonly itemIds: readonly string[] }>()({
  name: 'tools.embedBatch',
  method: 'POST',
  path: () => '/api/tools/batch/embed-metadata',
  query: embedQuery,
  body: ({ itemIds }) => ({ libraryItemIds: itemIds }),
  output: acknowledgement,
  answer: 'text',
});
