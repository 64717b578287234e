/** A signed-in account of a server: JSON calls that fail on anything but a 2xx answer. */
export async function signIn(url, username = 'root') {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'earmark' }),
  });
  const token = (await answer.json()).user.accessToken;
  const call = async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 200)}`);
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  };
  return { token, call };
}

/** Repeats work until `state.isOver`; ignores errors after that. */
export async function repeat(state, work) {
  for (let round = 0; !state.isOver; round += 1) {
    try {
      await work(round);
    } catch (cause) {
      if (!state.isOver) throw cause;
    }
  }
}

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
