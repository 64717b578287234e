import { isRecord } from '../../http/input.ts';

const MEMBERS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'end_session_endpoint',
  'jwks_uri',
  'id_token_signing_alg_values_supported',
];

/** What a provider says of itself; undefined when it does not. */
export async function discover(issuer: string): Promise<Record<string, unknown> | undefined> {
  const base = issuer.replace(/\/+$/, '').replace(/\/\.well-known\/openid-configuration$/, '');
  try {
    const answer = await fetch(`${base}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(10_000) });
    const json: unknown = answer.ok ? await answer.json() : undefined;
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
    const { status, body } = await fetch(url, { signal: AbortSignal.timeout(5000) });
    await body?.cancel();
    return status < 500;
  } catch {
    return false;
  }
}
