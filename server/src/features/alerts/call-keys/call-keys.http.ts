/** Keys pressed in calls by Twilio, signed over the public address of this installation. */
import { callKeys } from '@plumbline/contract/alerts/call-keys';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FastifyInstance } from 'fastify';
import { requireRow } from '../../../kernel/rows.ts';
import type { Access } from '../../../kernel/serve.ts';
import { openReceiver } from '../../messages/channels/channels.vendors.api.ts';
import { isSignedByTwilio } from '../../messages/senders/senders.api.ts';
import { answerKey } from './call-keys.service.ts';

export const openCallKeys = (app: FastifyInstance, access: Access): void =>
  openReceiver(app, access, {
    route: callKeys.twilio,
    kind: 'twilioVoice',
    type: 'application/x-www-form-urlencoded',
    async receive({ channel, parameters, path, body, header, ip, agent }) {
      const { db, clock, services } = access;
      const form = new URLSearchParams(body.toString('utf8'));
      const signature = header('x-twilio-signature');
      // What the vendor called: a proxy may have given another address to this process.
      const url = `${services.config.publicUrl ?? ''}${path}`;
      if (!isSignedByTwilio(channel.secret, { url, form, signature })) throw new Failure('vendorRefused');
      const { callKey = '' } = parameters;
      const key = requireRow(/^[0-9a-f-]{36}$/.exec(callKey)?.[0], { callKey });
      return await answerKey(
        { db, now: () => clock.now(), services, channel, ip, agent },
        { callKey: key, digits: form.get('Digits') ?? '', isAgain: path.endsWith('?again=1') },
      );
    },
  });
