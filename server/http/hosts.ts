import net from 'node:net';

export type HostCheck = (host: string | undefined) => boolean;

/**
 * Accepts requests whose Host is an IP address, `localhost`, or one of `names`. A web page that points its own name to
 * this machine (DNS rebinding) is refused.
 */
export function createHostCheck(names: readonly string[]): HostCheck {
  const known = new Set(['localhost', ...names.map(normalised)]);
  return (host) => {
    const name = nameIn(host ?? '');
    return name !== '' && (net.isIP(name) !== 0 || known.has(name));
  };
}

const normalised = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** The host without port and brackets, '' when missing. */
function nameIn(host: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d*)?$/.exec(host) ?? [];
  return normalised(bracketed ?? plain ?? '');
}

/** The refusal, with advice for the operator. */
export function hostRefusal(host: string | undefined): string {
  const name = nameIn(host ?? '').slice(0, 253);
  const known = /^[a-z0-9._-]+$/.test(name);
  return known
    ? `This server does not answer to the name ${name}. If it is yours, start it with --allow-host ${name}`
    : 'This server does not answer to the name in the Host header. Names of your own are given with --allow-host';
}
