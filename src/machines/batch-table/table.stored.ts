import { defineStored } from '../../services/storage.ts';
import { z } from '../../schemas/zod.ts';
import type { MediaType } from '../router/routes.ts';

/** Columns that somebody chose for the table of this kind of items, by their names. */
export const chosenColumns = (mediaType: MediaType) =>
  defineStored(`earmark.tableColumns.${mediaType}`, z.array(z.string()));
