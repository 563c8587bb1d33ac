/** A request of a page as a program would make it. */
export interface ShownRequest {
  readonly method: string;
  /** Of the API, with what the address names put in. */
  readonly path: string;
  /** JSON text; null = all is in the address. */
  readonly body: string | null;
}

/** In place of the token: what is copied goes into tickets and mails. */
export const tokenPlaceholder = 'YOUR_TOKEN';

/** Returns the request behind an answer of the cache, by its key `[method, path, input]`; null where the key is none of a route. */
export function requestOf([method, path, input = {}]: readonly unknown[]): ShownRequest | null {
  if (typeof method !== 'string' || typeof path !== 'string' || !path.startsWith('/')) return null;
  if (typeof input !== 'object' || input === null) return null;
  const fields = { ...(input as Record<string, unknown>) };
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name];
    delete fields[name];
    return encodeURIComponent(String(value));
  });
  if (method !== 'GET') return { method, path: `/api${place}`, body: JSON.stringify(fields) };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) if (each !== undefined && each !== null) search.append(name, String(each));
  const text = search.toString();
  return { method, path: `/api${place}${text === '' ? '' : `?${text}`}`, body: null };
}

/** A text in single quotes of a shell: a quote within ends them, stands for itself, and begins them again. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the request as a command of curl, with a placeholder where the token stands. */
export const curlOf = ({ method, path, body }: ShownRequest, origin: string): string =>
  [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    '-H',
    quoted(`Authorization: Bearer ${tokenPlaceholder}`),
    ...(body === null ? [] : ['-H', quoted('Content-Type: application/json'), '-d', quoted(body)]),
    quoted(`${origin}${path}`),
  ].join(' ');
