export interface BookQuery {
  readonly title: string;
  readonly author: string;
  readonly isbn?: string;
  readonly asin?: string;
}

export interface SeriesMatch {
  readonly series: string;
  readonly sequence?: string;
}

/** A book of a service; fields differ. `duration` is in minutes in the store, in seconds of custom providers. */
export interface BookMatch {
  readonly title: string;
  readonly subtitle?: string | null;
  readonly author?: string | null;
  readonly narrator?: string | null;
  readonly publisher?: string | null;
  readonly publishedYear?: string | null;
  /** Sanitised HTML. */
  readonly description?: string | null;
  readonly descriptionPlain?: string | null;
  readonly cover?: string | null;
  readonly isbn?: string | null;
  readonly asin?: string | null;
  readonly genres?: readonly string[];
  /** Separated by commas. */
  readonly tags?: string | null;
  readonly series?: readonly SeriesMatch[] | null;
  readonly language?: string | null;
  readonly duration?: number | null;
  readonly [extra: string]: unknown;
}
