/** Verification codes as they arrive: a vendor of SMS and a mail server on this machine. */
import { channels } from '@plumbline/contract/messages/channels';
import { type CheckingServer, openCheckingServer } from './checking-server.ts';
import type { TestServer, World } from './harness.ts';
import { waitUntil } from './wait-until.ts';

/** Twilio as it answers. */
export async function openSmsVendor(): Promise<CheckingServer> {
  const vendor = await openCheckingServer();
  vendor.answer = () => ({ status: 201, body: JSON.stringify({ sid: 'SM1', status: 'queued' }) });
  return vendor;
}

/** An SMS vendor of a corporation, on this machine. */
export async function setUpSms(server: TestServer, world: World, vendor: CheckingServer): Promise<void> {
  const channel = { kind: 'twilio', name: 'SMS', keyId: 'AC1', secret: 'sms-secret', sign: '+15005550006' } as const;
  const { status, body } = await server.call(
    channels.create,
    { corporationId: world.corporationId, ...channel, endpoint: vendor.url },
    world.admin.token,
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** The code that was sent to a number last, once so many messages were sent to it. */
export async function sentCode(vendor: CheckingServer, to: string, count = 1): Promise<string> {
  const texts = () =>
    vendor.arrived
      .map(({ body }) => new URLSearchParams(body))
      .filter((form) => form.get('To')?.endsWith(to.replace(/^\+/, '')))
      .map((form) => form.get('Body') ?? '');
  await waitUntil(() => texts().length >= count, `${count} messages to ${to}`);
  const [code] = /\d{6}/.exec(texts().at(-1) ?? '') ?? [];
  if (code === undefined) throw new Error(`no code in ${texts().at(-1)}`);
  return code;
}

export const wrongOf = (code: string): string => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
