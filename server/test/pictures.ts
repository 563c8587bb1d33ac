/** What tests of uploads send: a picture of one pixel, and a file as a browser sends it. */
import type { Route } from '@plumbline/contract/kernel/route';
import type { TestServer } from './harness.ts';

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The beginning of a PNG of that many pixels, filled up to a length: its header is whole, and nothing can draw it. */
export function pngHeader(width: number, height: number, bytes = 33): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Buffer.concat([header, Buffer.alloc(Math.max(0, bytes - header.length), 7)]);
}

/** Sends a file to an upload route; what is not in the path goes into the address. */
export async function sendFile(
  server: TestServer,
  route: Route,
  input: Readonly<Record<string, string | number>>,
  token: string,
  file: { readonly bytes: Buffer; readonly name: string; readonly type: string },
) {
  const rest = { ...input };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return value;
  });
  const query = new URLSearchParams(Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)]));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  const response = await fetch(`${server.url}/api${path}?${query}`, {
    method: route.method,
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** Returns the file that a download route answers. */
export async function fetchFile(server: TestServer, path: string, token: string) {
  const response = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), bytes };
}
