/**
 * Answers that were requested before the code that needs them was there: by the boot script in
 * index.html, and by hovering a link. Each is used once, by the first call with the same method and
 * address.
 */
export interface EarlyRequests {
  /** The waiting answer to this request, or undefined. An answer that failed on the way is requested again. */
  take(request: Request): Promise<Response> | undefined;
  /** Whether a fresh answer waits for this request. */
  has(method: string, url: string): boolean;
  put(method: string, url: string, answer: Promise<Response>): void;
  /** Throws away what nobody has taken. */
  clear(): void;
}

/** Answers older than this are stale and thrown away. */
const KEEP_MS = 15_000;

type Waiting = { readonly answer: Promise<Response>; readonly at: number; readonly token: string | null };

declare global {
  interface Window {
    /** Filled by the boot script: `'GET /api/libraries'` → answer. */
    earmarkEarly?: Map<string, Promise<Response>>;
    /** The access token that the boot script sent, empty when it had none. */
    earmarkEarlyToken?: string;
  }
}

/**
 * @param started answers already on their way, keyed by `METHOD path?query`
 * @param startedWith the access token that they were requested with
 */
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
      // A refusal of a token that was renewed meanwhile says nothing about the one that this request carries.
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
