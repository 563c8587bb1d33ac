/** Whether a request that arrived is signed as the vendor asks: worked out from what arrived, by the vendor's page alone. */
import { createHash, createHmac } from 'node:crypto';
import type { Arrived } from './checking-server.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Alibaba Cloud, "V3 request structure and signature": ACS3-HMAC-SHA256. */
export function isSignedForAliyun({ method, path, headers, body }: Arrived, secret: string): boolean {
  const [, names = '', signature] = /SignedHeaders=([^,]+),Signature=(\w+)/.exec(String(headers.authorization)) ?? [];
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const [, query = ''] = path.split('?');
  const canonical = `${method}\n/\n${query}\n${lines.join('')}\n${names}\n${hash(body)}`;
  return signature === sign(secret, `ACS3-HMAC-SHA256\n${hash(canonical)}`).toString('hex');
}

/** Tencent Cloud, "Signature v3": TC3-HMAC-SHA256 of one of its services. */
export function isSignedForTencent({ headers, body }: Arrived, secret: string, service: string): boolean {
  const { host, 'content-type': type, 'x-tc-timestamp': time } = headers;
  const date = new Date(Number(time) * 1000).toISOString().slice(0, 10);
  const canonical = `POST\n/\n\ncontent-type:${type}\nhost:${host}\n\ncontent-type;host\n${hash(body)}`;
  const text = `TC3-HMAC-SHA256\n${time}\n${date}/${service}/tc3_request\n${hash(canonical)}`;
  const signature = sign(sign(sign(sign(`TC3${secret}`, date), service), 'tc3_request'), text).toString('hex');
  return String(headers.authorization).endsWith(`Signature=${signature}`);
}
