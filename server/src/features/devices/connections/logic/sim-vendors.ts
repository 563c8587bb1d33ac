/**
 * The adapter to a vendor of SIM cards: one GET, JSON back. Vendors name the same things differently; what is known under
 * any of its names gets ours, the rest is handed on as it is. Invariant: nothing of the key or the address is answered.
 */

import type { connections } from '@plumbline/contract/devices/connections';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { type Outbound, OutboundRefused } from '../../../../kernel/outbound.ts';

type Sim = InputOf<typeof connections.simInfoQuery.reply>['sim'];
type Scalar = string | number | boolean;

export interface SimVendor {
  readonly url: string;
  readonly key: string;
}

const names = {
  status: ['status', 'state', 'cardStatus', 'simStatus', 'card_status'],
  operator: ['operator', 'carrier', 'isp', 'carrierName'],
  msisdn: ['msisdn', 'phone', 'number'],
  usedMb: ['usedMb', 'dataUsedMb', 'used', 'usage', 'usedFlow', 'used_flow'],
  totalMb: ['totalMb', 'dataTotalMb', 'total', 'quota', 'totalFlow', 'total_flow'],
  expiresAt: ['expiresAt', 'expireAt', 'expiry', 'expireTime', 'expire_date', 'expireDate'],
} as const;
const vendorKeys = new Set<string>(['iccid', ...Object.values(names).flat()]);

/** Throws vendorFailed where the vendor refuses, is away or answers something else. */
export async function queryVendor(outbound: Outbound, vendor: SimVendor, sncode: string, iccid: string): Promise<Sim> {
  const url = vendor.url
    .replaceAll('{iccid}', encodeURIComponent(iccid))
    .replaceAll('{sncode}', encodeURIComponent(sncode));
  const answer = await outbound
    .send(url, {
      headers: { accept: 'application/json', ...(vendor.key && { authorization: `Bearer ${vendor.key}` }) },
      timeoutMs: 10_000,
      maxBytes: 256 * 1024,
    })
    .catch((error: unknown) => {
      throw new Failure('vendorFailed', { reason: error instanceof OutboundRefused ? error.reason : 'unreachable' });
    });
  if (answer.status !== 200) throw new Failure('vendorFailed', { status: answer.status });
  return simOf(readObject(answer.body), iccid);
}

/** The object of the answer, or the one under `data`, as most vendors wrap it. */
function readObject(body: Buffer): Record<string, unknown> {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  try {
    const read: unknown = JSON.parse(body.toString('utf8'));
    if (isObject(read)) return isObject(read['data']) ? read['data'] : read;
  } catch {
    // Said below.
  }
  throw new Failure('vendorFailed', { reason: 'answer' });
}

function simOf(answer: Record<string, unknown>, iccid: string): Sim {
  if (answer['iccid'] !== undefined && String(answer['iccid']).toUpperCase() !== iccid.toUpperCase())
    throw new Failure('vendorFailed', { reason: 'iccid' });
  const first = (key: keyof typeof names) =>
    names[key].map((name) => answer[name]).find((value) => value !== undefined);
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 100) : null;
  const amount = (value: unknown) => {
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof read === 'number' && Number.isFinite(read) ? read : null;
  };
  const other = Object.entries(answer)
    .filter(
      (entry): entry is [string, Scalar] => !vendorKeys.has(entry[0]) && /string|number|boolean/.test(typeof entry[1]),
    )
    .slice(0, 50)
    .map(([key, value]) => [key.slice(0, 50), typeof value === 'string' ? value.slice(0, 200) : value]);
  return {
    iccid,
    status: text(first('status')),
    operator: text(first('operator')),
    msisdn: text(first('msisdn')),
    usedMb: amount(first('usedMb')),
    totalMb: amount(first('totalMb')),
    expiresAt: text(first('expiresAt')),
    other: Object.fromEntries(other),
  };
}
