/** A service of somebody else on this machine: keeps what it is sent, and answers as it is told. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrived {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body, where it is no text. */
  readonly bytes: Buffer;
}
export interface CheckingServer {
  readonly url: string;
  readonly arrived: Arrived[];
  /** Requests whose sender went away before they were answered. */
  abandoned: number;
  /** null = it never answers; 'cut' = it took the request and closes the connection without a word; 'hang' = it took the request and never answers. */
  answer: ((request: Arrived) => { readonly status: number; readonly body: string } | 'cut' | 'hang') | null;
  close(): void;
}

export async function openCheckingServer(): Promise<CheckingServer> {
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) checking.abandoned++;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const bytes = Buffer.concat(chunks);
      const arrived = { method, path: url, headers, body: bytes.toString('utf8'), bytes };
      checking.arrived.push(arrived);
      if (checking.answer === null) return;
      const answer = checking.answer(arrived);
      if (answer === 'cut') request.socket.destroy();
      else if (answer !== 'hang') response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const checking: CheckingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: [],
    abandoned: 0,
    answer: () => ({ status: 200, body: '{}' }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return checking;
}
