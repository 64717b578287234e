/** An answer on the way, with the address it came from. */
export interface Step {
  readonly url: string;
  readonly status: number;
  readonly location: string | null;
  readonly cookies: readonly string[];
  readonly body: string;
  readonly type: string | null;
}

/** A visitor with a browser: keeps cookies by origin, and signs in at the provider. */
export function createVisitor(accept = 'text/html') {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const visit = async (url: string, init: RequestInit = {}): Promise<Step> => {
    const jar = jarOf(url);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(url, { redirect: 'manual', ...init, headers: { accept, cookie, ...init.headers } });
    const cookies = answer.headers.getSetCookie();
    for (const line of cookies) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (at === pair.length - 1) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.get('location');
    return {
      url,
      status: answer.status,
      location: location === null ? null : new URL(location, url).href,
      cookies,
      body: await answer.text(),
      type: answer.headers.get('content-type')?.split(';')[0] ?? null,
    };
  };
  /** From a redirect to the provider, through its page, to its return address. */
  const throughProvider = async (start: Step, person: string): Promise<string> => {
    const { origin } = new URL(start.location ?? '');
    const onwards = async (url: string | null): Promise<string> => {
      if (url === null) throw new Error('The provider led nowhere');
      if (!url.startsWith(`${origin}/`)) return url;
      const isQuestion = url.startsWith(`${origin}/interaction/`);
      return onwards((await visit(isQuestion ? `${url}/${encodeURIComponent(person)}` : url)).location);
    };
    return onwards(start.location);
  };
  return {
    visit,
    throughProvider,
    cookie: (url: string, name: string) => jarOf(url).get(name),
    /** From the sign-in page of a server through the provider and back: the last answer of the server. */
    async signIn(serverUrl: string, person: string): Promise<Step> {
      const callback = encodeURIComponent(`${serverUrl}/login`);
      const start = await visit(`${serverUrl}/auth/openid?callback=${callback}`);
      if (start.location === null || new URL(start.location).origin === serverUrl) return start;
      return visit(await throughProvider(start, person));
    },
  };
}
