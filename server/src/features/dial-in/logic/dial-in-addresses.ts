/** Where modems come from and loggers are, and whether they may. */
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { DialInSetup } from '@plumbline/contract/dial-in';
import type { TcpPlan } from '../dial-in.api.ts';
import { type DialInLink, isCalled } from './dial-in-link.ts';

export const hostOf = ({ setup: { tcp } }: TcpPlan): string => `${tcp.host}:${tcp.port}`;

/** Whether a connection may go on by a set-up that was changed. */
export const isAsBefore = ({ of }: DialInLink, setup: DialInSetup, address: string): boolean =>
  of.register === null
    ? isCalled(setup) && `${setup.tcp?.host}:${setup.tcp?.port}` === address
    : !isCalled(setup) && isWithin(address, setup.networks);

/** IPv4 as such, also where the port listens on both. */
export const addressOf = ({ remoteAddress = '' }: Socket): string => remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');

/** Whether an address lies in one of these networks; none named = wherever it is. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const allowed = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(base, family);
    else allowed.addSubnet(base, Number(bits), family);
  }
  return allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
