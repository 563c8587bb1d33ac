/** The demonstration, called as its user. */
export const password = 'Demo-2026x';

export interface Request {
  <T>(method: string, path: string, body?: object): Promise<T>;
  readonly token: string;
}

export async function signIn(url: string): Promise<Request> {
  const send = async (method: string, path: string, body: object | undefined, token: string) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { token } = (await send('POST', '/signin', { username: 'demo', password }, '')) as { token: string };
  return Object.assign(
    <T>(method: string, path: string, body?: object) => send(method, path, body, token) as Promise<T>,
    {
      token,
    },
  );
}
