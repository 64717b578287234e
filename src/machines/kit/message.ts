/** `seconds` show as a clock ('1:06'). */
export type MessageValue = string | number | { readonly seconds: number };

/** A text by key of the string catalogue with values, or raw text from the server. */
export type Message =
  { readonly key: string; readonly values?: Readonly<Record<string, MessageValue>> } | { readonly text: string };
