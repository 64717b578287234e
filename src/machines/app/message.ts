/**
 * A text for people, by key of the string catalogue with its values, or given by the server as it is.
 * Machines never hold wording of their own.
 */
export type Message =
  | { readonly key: string; readonly values?: Readonly<Record<string, string | number>> }
  | { readonly text: string };
