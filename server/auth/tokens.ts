import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT, decodeJwt, errors, jwtVerify } from 'jose';
import type { ServerConfig } from '../config.ts';
import type { Store } from '../store/index.ts';

/** Claims of the four kinds of token; the legacy token of `user.token` has no `type` and no expiry. */
export interface TokenClaims {
  readonly type: 'access' | 'refresh' | 'api' | 'legacy';
  readonly userId?: string;
  readonly keyId?: string;
  /** The sign-in of an access or refresh token: the token ends with it. */
  readonly sessionId?: string;
  /** Token version of the account when the token was made. */
  readonly version: number;
}

interface TokenUser {
  readonly id: string;
  readonly username: string;
  readonly tokenVersion?: number;
}

export type TokenCheck =
  { readonly ok: true; readonly claims: TokenClaims } | { readonly ok: false; readonly reason: 'invalid' | 'expired' };

export type TokenService = ReturnType<typeof createTokenService>;

/** Signs and checks JWTs (HS256) with a secret that is made once per data folder. */
export function createTokenService(store: Store, config: ServerConfig) {
  let secret = readSecret(store);
  const sign = (claims: Record<string, unknown>, expirySeconds: number | null): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuedAt(now);
    return (expirySeconds === null ? token : token.setExpirationTime(now + expirySeconds)).sign(secret);
  };
  return {
    access: (user: TokenUser, sessionId?: string) =>
      sign({ ...claimsFor(user), type: 'access', sessionId }, config.accessTokenExpiry),
    /** Has its own id, so that two tokens of one second differ and rotation works for both. */
    refresh: (user: TokenUser, sessionId: string) =>
      sign({ ...claimsFor(user), type: 'refresh', sessionId, jti: randomUUID() }, config.refreshTokenExpiry),
    legacy: (user: TokenUser) => sign(claimsFor(user), null),
    /** `expirySeconds` null never expires. */
    apiKey: (keyId: string, name: string, expirySeconds: number | null) =>
      sign({ keyId, name, type: 'api' }, expirySeconds),
    check: async (token: string): Promise<TokenCheck> => {
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] });
        return { ok: true, claims: claimsOf(payload) };
      } catch (cause) {
        return { ok: false, reason: cause instanceof errors.JWTExpired ? 'expired' : 'invalid' };
      }
    },
    /** Reads the secret again after a backup was applied. */
    reload: (): void => void (secret = readSecret(store)),
    /** Claims without any check, for a message about a refused token. */
    peek: (token: string): TokenClaims | undefined => {
      try {
        return claimsOf(decodeJwt(token));
      } catch {
        return undefined;
      }
    },
  };
}

const claimsFor = ({ id, username, tokenVersion = 0 }: TokenUser) => ({ userId: id, username, version: tokenVersion });

function claimsOf(payload: Record<string, unknown>): TokenClaims {
  const { type, userId, keyId, sessionId, version } = payload;
  return {
    type: type === 'access' || type === 'refresh' || type === 'api' ? type : 'legacy',
    ...(typeof userId === 'string' ? { userId } : {}),
    ...(typeof keyId === 'string' ? { keyId } : {}),
    ...(typeof sessionId === 'string' ? { sessionId } : {}),
    version: typeof version === 'number' ? version : 0,
  };
}

function readSecret(store: Store): Uint8Array {
  const known = store.settings.get<string | null>('tokenSecret', null);
  const secret = known ?? randomBytes(64).toString('base64url');
  if (known === null) store.settings.set('tokenSecret', secret);
  return new TextEncoder().encode(secret);
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
