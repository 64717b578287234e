import { AppException, type AppError } from '../../../src/schemas/app-error.ts';
import type { ListedRelease } from '../../../src/schemas/release.ts';
import type { Releases } from '../../../src/services/releases.ts';

/** The list of releases as the test writes it. */
export interface FakeReleases extends Releases {
  /** How often the list was requested. */
  readonly requests: number;
  answer(list: readonly ListedRelease[]): void;
  refuse(error: AppError): void;
}

export function createFakeReleases(): FakeReleases {
  let requests = 0;
  let answer = (): readonly ListedRelease[] => [];
  return {
    get requests() {
      return requests;
    },
    async list() {
      requests += 1;
      return answer();
    },
    answer: (list) => void (answer = () => list),
    refuse(error) {
      answer = () => {
        throw new AppException(error);
      };
    },
  };
}
