/** Answers requested by the boot script in index.html or a prefetch; the first call of the URL uses each once. */
export interface EarlyRequests {
  /** Undefined without a waiting answer. A failed one is requested again. */
  take(request: Request): Promise<Response> | undefined;
  has(method: string, url: string): boolean;
  put(method: string, url: string, answer: Promise<Response>): void;
  clear(): void;
}

/** Lifetime of an answer, in ms. */
const KEEP_MS = 15_000;

type Waiting = { readonly answer: Promise<Response>; readonly at: number; readonly token: string | null };

declare global {
  interface Window {
    /** From the boot script: `'GET /api/libraries'` → answer. */
    earmarkEarly?: Map<string, Promise<Response>>;
    /** Access token of the boot script; '' if none. */
    earmarkEarlyToken?: string;
  }
}

/** `started`: pending answers by `METHOD path?query`. `startedWith`: the access token of their requests. */
export function createEarlyRequests(
  started: ReadonlyMap<string, Promise<Response>>,
  now: () => number,
  startedWith: string | null,
): EarlyRequests {
  const waiting = new Map<string, Waiting>();
  for (const [key, answer] of started) waiting.set(key, { answer, at: now(), token: startedWith });
  const keyOf = (method: string, url: string) => {
    const { pathname, search } = new URL(url, document.baseURI);
    return `${method} ${pathname}${search}`;
  };
  return {
    take(request) {
      const key = keyOf(request.method, request.url);
      const found = waiting.get(key);
      if (!found) return undefined;
      waiting.delete(key);
      if (now() - found.at > KEEP_MS) return undefined;
      const retry = request.clone();
      // A 401 for an older token says nothing about the token of this request.
      const isOutdated = (response: Response) =>
        response.status === 401 &&
        found.token !== null &&
        request.headers.get('Authorization') !== `Bearer ${found.token}`;
      return found.answer.then(
        (response) => (isOutdated(response) ? fetch(retry) : response),
        () => fetch(retry),
      );
    },
    has(method, url) {
      const found = waiting.get(keyOf(method, url));
      return found !== undefined && now() - found.at <= KEEP_MS;
    },
    put(method, url, answer) {
      answer.catch(() => undefined);
      waiting.set(keyOf(method, url), { answer, at: now(), token: null });
    },
    clear: () => waiting.clear(),
  };
}
