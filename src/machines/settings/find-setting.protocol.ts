import type { AnyRoute } from '../router/routes.ts';

/** The modal that finds a setting gives nothing back. */
export interface FindSettingInput {
  /** The page that is open. */
  readonly page: AnyRoute['name'];
}
export type FindSettingOutput = 'closed';
