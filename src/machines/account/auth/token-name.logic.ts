import { z } from '../../../schemas/zod.ts';

const payload = z.object({ username: z.string() });

/** The username in an access token, which the server signs anew after a rename; null in a token of another form. */
export function usernameIn(accessToken: string): string | null {
  try {
    const [, part = ''] = accessToken.split('.');
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    return z.parse(payload, JSON.parse(text)).username;
  } catch {
    return null;
  }
}
