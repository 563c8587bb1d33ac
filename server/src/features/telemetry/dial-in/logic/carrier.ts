/** Carrier of bytes between the gateway and a modem: a TCP socket, or the datagrams of one address and port. */
export interface Carrier {
  readonly destroyed: boolean;
  write(bytes: Uint8Array): unknown;
  on(event: 'data', take: (bytes: Buffer) => void): unknown;
  on(event: 'close', end: () => void): unknown;
  resume(): unknown;
  destroy(): unknown;
}
