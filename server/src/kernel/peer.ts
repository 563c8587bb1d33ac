/**
 * The address of who asks, handed on from the process that holds the port to the one that answers. Invariant: the header is
 * believed of a socket alone that nobody but this installation can open, and what a client sends under its name goes no
 * further than the front.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';

export const peerHeader = 'x-plumbline-peer';

/** An HTTP server behind the front: each of its requests bears the address of the client and not that of the front. */
export function serverBehindFront(handler: RequestListener, options: ServerOptions): Server {
  const server = createServer(options, (request, response) => {
    takePeer(request);
    handler(request, response);
  });
  server.on('upgrade', takePeer);
  return server;
}

/** A connection serves one request at a time, so that its address may be that of the one that it serves. */
function takePeer(request: IncomingMessage): void {
  const value = request.headers[peerHeader];
  delete request.headers[peerHeader];
  Object.defineProperty(request.socket, 'remoteAddress', { value, configurable: true });
}
