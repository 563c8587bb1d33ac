/** TLS over a connection that the one way out has made; the receiver shows a certificate for the host of the address. */
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

export const secureOver = (socket: Socket, host: string): TLSSocket =>
  connect({ socket, host, ...(isIP(host) === 0 && { servername: host }), minVersion: 'TLSv1.2' });
