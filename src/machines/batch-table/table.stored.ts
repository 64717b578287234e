import { defineStored } from '../../services/storage.ts';
import { z } from '../../schemas/zod.ts';
import type { MediaType } from '../router/routes.ts';

export const chosenColumns = (mediaType: MediaType) =>
  defineStored(`earmark.tableColumns.${mediaType}`, z.array(z.string()));
