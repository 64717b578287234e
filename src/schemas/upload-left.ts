import { z } from './zod.ts';

/** Where items were to be uploaded when the page was reloaded: a browser gives nobody the files a second time. */
export const uploadLeft = z.object({ libraryId: z.string(), folderId: z.string() });
export type UploadLeft = z.output<typeof uploadLeft>;
