/**
 * Headers of every answer but the files of the client: whatever an answer holds, a browser runs and loads nothing of
 * it.
 */
export const GUARDS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "sandbox; default-src 'none'",
} as const;
