/** Where modems come from and loggers are, and whether they may. */
import type { DialInSetup, EndReason } from '@plumbline/contract/telemetry/dial-in';
import { isInside } from '../../../../kernel/networks.ts';
import type { TcpPlan } from '../dial-in.api.ts';
import { type DialInLink, isCalled } from './dial-in-link.ts';

export const hostOf = ({ setup: { tcp } }: TcpPlan): string => `${tcp.host}:${tcp.port}`;

/** Returns whether a connection may go on by a set-up that was changed. */
export const isAsBefore = ({ of, isNmea }: DialInLink, setup: DialInSetup, address: string): boolean =>
  isNmea === Boolean(setup.nmea) && isSameWay(of.register, setup, address);

const isSameWay = (register: string | null, setup: DialInSetup, address: string): boolean =>
  register === null
    ? isCalled(setup) && `${setup.tcp?.host}:${setup.tcp?.port}` === address
    : !isCalled(setup) && isWithin(address, setup.networks);

/** Why a modem is not let in; null = it is. */
export function refusalOf(setup: DialInSetup | null, address: string, by: 'tcp' | 'udp'): EndReason | null {
  if (!setup || isCalled(setup)) return 'notSetUp';
  if (by === 'udp' && !setup.udp) return 'udpRefused';
  return isWithin(address, setup.networks) ? null : 'networkRefused';
}

/** Returns whether an address lies in one of these networks; none named = wherever it is. */
const isWithin = (address: string, networks: readonly string[]): boolean =>
  networks.length === 0 || isInside(address, networks);
