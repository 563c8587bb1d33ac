/** The link between an edge and its centre, which can be cut: what goes over it is noted once the centre has answered. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LinkToCentre {
  readonly url: string;
  /** Contents of messages that the centre has taken, in the order of its answers. */
  readonly delivered: string[];
  /** How often messages were held up because it was cut. */
  readonly refusedCount: number;
  cut(): void;
  mend(): void;
  close(): void;
}

export async function openLinkToCentre(centre: string): Promise<LinkToCentre> {
  let isCut = false;
  let refusedCount = 0;
  const delivered: string[] = [];
  const server = createServer((request, response) => {
    // As where the centre is gone: it may stop before the edge does.
    forward(request, response).catch(() => request.socket.destroy());
  });
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isCut) {
      if (request.url?.endsWith('/messages')) refusedCount++;
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const answer = await fetch(`${centre}${request.url}`, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body,
    });
    const text = await answer.text();
    if (answer.ok && request.url?.endsWith('/messages'))
      for (const { content } of (JSON.parse(body.toString()) as { messages: { content: string }[] }).messages)
        delivered.push(content);
    // Cut on its way: the centre has it, and the edge does not know.
    if (isCut) request.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered,
    get refusedCount() {
      return refusedCount;
    },
    cut() {
      isCut = true;
      server.closeAllConnections();
    },
    mend() {
      isCut = false;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
