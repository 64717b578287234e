import type { AnyRoute } from '../router/routes.ts';

export interface FindSettingInput {
  readonly page: AnyRoute['name'];
}
export type FindSettingOutput = 'closed';
