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

/** A provider may be in the own network; what it redirects to may not. */
const boundsFor = (url: string, timeoutMs: number): OutsideOptions => ({
  maxBytes: 1024 ** 2,
  timeoutMs,
  trustedOrigin: new URL(url).origin,
});

/** What a provider says of itself; undefined when it does not. */
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

/** Whether a provider answers at all: else nobody is sent to a page that does not open. */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetchOutside(url, boundsFor(url, 5000))).status < 500;
  } catch {
    return false;
  }
}
