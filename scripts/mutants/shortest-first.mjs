// For vitest: runs quick test files before slow ones, since the first test that fails ends the run of a change.
import path from 'node:path';
import { BaseSequencer } from 'vitest/node';

/** The longest time that each file has taken (ms): one that a run has left out counts as 0 there. */
const longest = new Map();

export class ShortestFirst extends BaseSequencer {
  async sort(files) {
    for (const { moduleId, project } of files) {
      const key = `${project.name}:${path.relative(this.ctx.config.root, moduleId)}`;
      const took = this.ctx.cache.getFileTestResults(key)?.duration ?? 0;
      longest.set(moduleId, Math.max(took, longest.get(moduleId) ?? 0));
    }
    return files.toSorted((one, other) => longest.get(one.moduleId) - longest.get(other.moduleId));
  }
}
