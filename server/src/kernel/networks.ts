/** Where a connection comes from, and whether that is one of the networks that somebody named. */
import { BlockList, isIPv6, type Socket } from 'node:net';

/** IPv4 as such, also where the port listens on both. */
export const addressOf = ({ remoteAddress = '' }: Socket): string => remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');

/** Returns whether an address lies in one of these networks; none named = in none. */
export function isInside(address: string, networks: readonly string[]): boolean {
  const allowed = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(base, family);
    else allowed.addSubnet(base, Number(bits), family);
  }
  return networks.length > 0 && address !== '' && allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
