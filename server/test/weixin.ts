/** WeChat's web login on this machine, as it is published: everybody who comes has scanned the code already. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function openWeixin() {
  let count = 0;
  const codes = new Map<string, string>();
  const state = { url: '', scans: 'o-1' };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const field = (name: string) => url.searchParams.get(name) ?? '';
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (url.pathname === '/connect/qrconnect') {
      const code = `code-${++count}`;
      codes.set(code, state.scans);
      const back = `${field('redirect_uri')}?${new URLSearchParams({ code, state: field('state') })}`;
      return void response.writeHead(302, { location: back }).end();
    }
    if (url.pathname === '/sns/userinfo') return void json({ openid: field('openid'), nickname: 'Xiao Lin' });
    const openid = codes.get(field('code'));
    codes.delete(field('code'));
    if (openid === undefined) return void json({ errcode: 40029, errmsg: 'invalid code' });
    return void json({ access_token: 'at', expires_in: 7200, refresh_token: 'rt', openid, scope: 'snsapi_login' });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
