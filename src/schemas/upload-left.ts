import { z } from './zod.ts';

/** The target of an upload that a reload ended: browsers don't keep the files. */
export const uploadLeft = z.object({ libraryId: z.string(), folderId: z.string() });
export type UploadLeft = z.output<typeof uploadLeft>;
