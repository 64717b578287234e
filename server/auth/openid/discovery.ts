import { isRecord } from '../../http/input.ts';
import { fetchJson, fetchOutside, type OutsideOptions } from '../../http/outside.ts';

const MEMBERS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'end_session_endpoint',
  'jwks_uri',
  'id_token_signing_alg_values_supported',
];

/** A provider may be on the own network; its redirects may not. */
const boundsFor = (url: string, timeoutMs: number): OutsideOptions => ({
  maxBytes: 1024 ** 2,
  timeoutMs,
  trustedOrigin: new URL(url).origin,
});

/** The provider's discovery document; undefined when there is none. */
export async function discover(issuer: string): Promise<Record<string, unknown> | undefined> {
  const base = issuer.replace(/\/+$/, '').replace(/\/\.well-known\/openid-configuration$/, '');
  try {
    const json = await fetchJson(`${base}/.well-known/openid-configuration`, boundsFor(base, 10_000));
    return isRecord(json)
      ? Object.fromEntries(MEMBERS.filter((member) => member in json).map((member) => [member, json[member]]))
      : undefined;
  } catch {
    return undefined;
  }
}

/** Checks that a provider answers before a person is sent to its page. */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetchOutside(url, boundsFor(url, 5000))).status < 500;
  } catch {
    return false;
  }
}
