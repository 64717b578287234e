/** Headers of every answer but the client's files: a browser runs and loads nothing from it. */
export const GUARDS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "sandbox; default-src 'none'",
} as const;
