/** What stands in a text; seconds are shown as a clock does ('1:06'). */
export type MessageValue = string | number | { readonly seconds: number };

/**
 * A text for people, by key of the string catalogue with its values, or given by the server as it is.
 * Machines never hold wording of their own.
 */
export type Message =
  { readonly key: string; readonly values?: Readonly<Record<string, MessageValue>> } | { readonly text: string };
