/**
 * Notification channels: by what messages leave a corporation. Invariants: what is secret goes in and never comes out; a
 * corporation has one mail server, one SMS and one voice vendor, so that it is never in doubt which one sends.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import {
  callbackPathOf,
  type channels,
  isChatApp,
  isElsewhere,
  lacking,
  maxHooks,
  mediumOf,
} from '@plumbline/contract/messages/channels';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { isAddressFor, sendBy } from '../senders/senders.api.ts';
import * as table from './channels.table.ts';
import { testMessage } from './logic/test-message.ts';

type Input<K extends keyof typeof channels> = OutputOf<(typeof channels)[K]['input']>;

/** A channel as it is shown: where a vendor that tells of presses reaches this installation. */
const withCallback =
  ({ addresses }: Pick<Context['services'], 'addresses'>) =>
  (channel: table.StoredChannel) => ({
    ...channel,
    callbackUrl: isChatApp(channel.kind) ? `${addresses.http}${callbackPathOf(channel)}` : null,
  });

export async function list({ db, services }: Context, { corporationId, medium }: Input<'list'>) {
  const stored = await table.ofCorporation(db, corporationId);
  const channels = medium ? stored.filter(({ kind }) => mediumOf(kind) === medium) : stored;
  return { channels: channels.map(withCallback(services)) };
}

/** Throws channelThere for a second mail server, SMS or voice vendor, channelsFull for one hook too many. */
export async function create(context: Context, input: Input<'create'>) {
  const { corporationId, kind, secret, url, signingSecret, medium: _, ...fields } = input;
  const { db, now, caller, services } = context;
  const medium = mediumOf(kind);
  const there = await table.countOf(db, corporationId, medium);
  if (medium === 'hook' && there >= maxHooks) throw new Failure('channelsFull', { most: maxHooks });
  if (medium !== 'hook' && there > 0) throw new Failure('channelThere', { medium });
  const { name, enabled = true, ...settings } = fields;
  const channel = table.insert(db, {
    corporationId,
    kind,
    medium,
    name,
    enabled,
    settings,
    ...sealed(services.secrets, { secret: secret ?? '', url: url ?? '', signingSecret: signingSecret ?? '' }),
    byName: caller.displayName,
    createdAt: now(),
  });
  return { channel: withCallback(services)(await onNameTaken(channel, { name })) };
}

/** Throws badInput at `secret` where a stored one would go to another place without being typed again. */
export async function update(context: Context, input: Input<'update'>) {
  const { corporationId, channelId, secret, url, signingSecret, name, enabled, ...settings } = input;
  const { db, services } = context;
  const before = requireRow(await table.lock(db, corporationId, channelId), { channelId });
  const hidden = table.openSealed(services.secrets, before.sealed);
  const after = {
    secret: secret || hidden.secret,
    url: url || hidden.url,
    signingSecret: signingSecret || hidden.signingSecret,
  };
  const merged = { ...before.channel, ...present(settings) };
  // A plug-in shows the secret where it calls; the robots and webhooks of others are signed for.
  const isMoved = merged.kind === 'plugin' && after.url !== hidden.url;
  if (hidden.secret !== '' && !secret && (isMoved || isElsewhere(before.channel, merged)))
    throw new Failure('badInput', [{ path: 'secret', message: 'typeAgain' }]);
  const missing = lacking({ ...merged, ...after });
  if (missing.length > 0)
    throw new Failure(
      'badInput',
      missing.map((path) => ({ path, message: 'required' })),
    );
  const changed = table.update(db, channelId, {
    name: name ?? before.channel.name,
    enabled: enabled ?? before.channel.enabled,
    settings: table.settingsOf(merged),
    ...sealed(services.secrets, after),
  });
  return { channel: withCallback(services)(await onNameTaken(changed, { name: name ?? before.channel.name })) };
}

export async function remove({ db }: Context, { corporationId, channelId }: Input<'remove'>) {
  if (!(await table.remove(db, corporationId, channelId))) throw new Failure('notFound', { channelId });
  return {};
}

/** Sends a test message at once, outside of the queue: whoever sets a channel up waits for the answer. */
export async function test(context: Context, { corporationId, channelId, to }: Input<'test'>) {
  const { db, services, now } = context;
  const stored = requireRow(await table.lock(db, corporationId, channelId), { channelId });
  const { channel, sealed: text } = stored;
  const medium = mediumOf(channel.kind);
  if (!isAddressFor(medium, to))
    throw new Failure('badInput', [{ path: 'to', message: medium === 'email' ? 'email' : 'mobile' }]);
  const ready = {
    ...channel,
    ...table.openSealed(services.secrets, text),
    customText: await table.isCustom(db, corporationId),
  };
  const outcome = await sendBy(services, ready, testMessage(to, now(), services.addresses.http), now());
  return { accepted: outcome.accepted, answer: outcome.answer };
}

/** Without what was not given. */
const present = (settings: object) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** What is kept of the secrets of a channel; the host of an address may be shown. */
function sealed({ encrypt }: Context['services']['secrets'], hidden: table.Hidden) {
  const hasNoSecrets = Object.values(hidden).every((text) => text === '');
  return {
    sealed: hasNoSecrets ? null : encrypt(JSON.stringify(hidden)),
    urlHost: hidden.url === '' ? null : new URL(hidden.url).host,
  };
}
