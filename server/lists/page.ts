/** A page of a list; `limit` 0 is all of it. */
export interface PageQuery {
  readonly limit: number;
  /** From 0. */
  readonly page: number;
}

export const limitAndOffset = ({ limit, page }: PageQuery): readonly [number, number] => [
  limit > 0 ? limit : -1,
  limit > 0 ? page * limit : 0,
];
