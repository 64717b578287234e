import { tmpdir } from 'node:os';
import { test as base } from 'playwright/test';
import { createDemoFolder, type DemoFolder } from './demo-folder.ts';

interface Folders {
  /** Folder for the data folders. */
  parentFolder: string;
  /** The data folder of the servers of this worker, one after the other. */
  demoFolder: DemoFolder;
}

/** A test with the folders of its worker, and nothing else. */
export const test = base.extend<object, Folders>({
  parentFolder: [tmpdir(), { scope: 'worker', option: true }],
  demoFolder: [
    async ({ parentFolder }, use) => {
      const folder = createDemoFolder(parentFolder);
      await use(folder);
      folder.remove();
    },
    { scope: 'worker' },
  ],
});
